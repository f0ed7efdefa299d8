"""A promise from answers: the module draws, reads and promises what the commands do, with the same files."""

import json
import os
import pickle
import random
import unittest

import simscope
from support import folder, program

RIGHT = ("--right", "0.9")


def made(seed=1):
    """Records that are there twice, the second time with a slip, and ten of them a third time without a change."""
    chance, data = random.Random(seed), []
    for number in range(140):
        text = "".join(" " if at % 6 == 0 else chance.choice("abcdefghijklmnopqrstuvwxyz") for at in range(1, 61))
        copies = [("a", text), ("b", "#" + text[1:]), ("c", text)]
        data += [{"id": f"{number}{which}", "text": copied} for which, copied in copies[: 3 if number < 10 else 2]]
    return data


DATA = made()


class Promise(unittest.TestCase):
    def setUp(self):
        self.place = folder()
        self.addCleanup(self.place.cleanup)
        self.corpus, self.mine = self.path("records.jsonl"), self.path("mine.judgements.tsv")
        with open(self.corpus, "w") as file:
            file.writelines(json.dumps(record) + "\n" for record in DATA)

    def path(self, name):
        return os.path.join(self.place.name, name)

    def read(self, name):
        with open(self.path(name), newline="", encoding="utf-8") as file:
            return file.read()

    def judgements(self, name):
        """The lines but for the time."""
        return [[cell for at, cell in enumerate(line.split("\t")) if at != 7] for line in self.read(name).splitlines()]

    def command(self, *words, code=0):
        done = program(*words)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout, done.stderr

    def drawn(self, *words):
        """The rows that the command draws, and the last line that it says."""
        table, said = self.command("judge", self.corpus, *RIGHT, "--draw", "20", "-o", "-", "--format", "tsv", *words)
        return [line.split("\t") for line in table.splitlines()], said.splitlines()[-1].removeprefix("simscope: ")

    def draw(self, **options):
        return simscope.draw(DATA, right=0.9, judgements=self.mine, id="id", **options)

    def test_it_draws_reads_and_promises_what_the_commands_do_with_the_same_files(self):
        rounds = 0
        while True:
            drawn, (rows, said) = self.draw(), self.drawn()
            self.assertEqual(drawn.column_names, rows[0])
            self.assertEqual(list(zip(*map(drawn.__getitem__, drawn.column_names))), [tuple(row) for row in rows[1:]])
            self.assertEqual(drawn.progress, said)
            self.assertEqual(self.read("mine.promise.toml"), self.read("records.promise.toml"))
            if not len(drawn):
                break
            # Of the first twenty three are wrong.
            answers = ["n" if rounds == 0 and at < 3 else "y" for at in range(len(drawn))]
            self.assertEqual(simscope.judge(self.mine, drawn, answers), len(drawn))
            self.assertEqual(simscope.judge(self.mine, drawn, answers), 0, "it is there already")
            with open(self.path("sheet.tsv"), "w") as file:
                file.writelines("\t".join(row) + "\n" for row in [rows[0], *([answer, *row[1:]] for answer, row in zip(answers, rows[1:]))])
            self.command("judge", self.corpus, "--read", self.path("sheet.tsv"))
            self.assertEqual(self.judgements("mine.judgements.tsv"), self.judgements("records.judgements.tsv"))
            rounds += 1
        self.assertGreater(rounds, 2)
        result = simscope.dedup(DATA, id="id", right=0.9, judgements=self.mine)
        _, said = self.command("dedup", self.corpus, *RIGHT, "--judgements", self.path("records.judgements.tsv"), "-o", self.path("kept.jsonl"))
        self.assertEqual(result.data, [json.loads(line) for line in self.read("kept.jsonl").splitlines()])
        promise = result.promise
        self.assertTrue(promise.holds and promise.is_done and promise.wrong == 3 and promise.goes > 100, promise)
        for line in (promise.progress, *promise.sentences):
            self.assertIn(f"simscope: {line}\n", said)
        self.assertIn(f"At least 90 % of these {promise.goes} texts may go", result._repr_html_())
        self.assertEqual(pickle.loads(pickle.dumps(result)).promise, promise)
        dropped = [line.split("\t")[:2] for line in self.read("kept.dropped.tsv").splitlines()[1:]]
        self.assertEqual([list(pair) for pair in zip(result.dropped["id"], result.dropped["kept"])], dropped)

    def test_a_notebook_shows_both_texts_and_no_hint(self):
        data = [{"id": f"<b>{row}", "text": f"<script>alert({row})</script> one two three four five six seven"} for row in range(30)]
        drawn = simscope.draw(data, right=0.9, judgements=self.mine, id="id")
        html = drawn._repr_html_()
        self.assertEqual((html.count("<tr>"), html.count("&lt;script&gt;")), (len(drawn), 2 * len(drawn)))
        self.assertNotIn("<script", html)
        self.assertNotIn("0.9", html)
        self.assertRegex(repr(drawn), r"^<20 pairs to be judged · [^\n]*0 answers · [^\n]*>$")

    def test_without_a_promise_only_identical_texts_go_and_only_if_asked(self):
        with self.assertRaisesRegex(simscope.AlarmError, "^nothing is promised: 0 answers · no promise yet · 20 more choose the order; answer more pairs") as caught:
            simscope.dedup(DATA, id="id", right=0.95, judgements=self.mine)
        self.assertEqual((len(caught.exception.result.dropped), caught.exception.result.promise.holds), (10, False))
        self.assertEqual(len(simscope.dedup(DATA, id="id", right=0.95, judgements=self.mine, yes=True).data), 280)
        while len(drawn := self.draw()):
            simscope.judge(self.mine, drawn, [False] * len(drawn))
        with self.assertRaisesRegex(simscope.AlarmError, "Nothing can be promised: 40 of the first 40 are wrong"):
            simscope.dedup(DATA, id="id", right=0.9, judgements=self.mine)

    def test_it_is_drawn_and_decided_anew_without_comparing_again(self):
        phases = []
        options = {"id": "id", "right": 0.9, "judgements": self.mine, "yes": True}
        result = simscope.dedup(DATA, **options, progress=lambda phase, *_: phases.append(phase))
        self.assertIn("comparing texts", phases)
        rounds = 0
        while len(drawn := result.draw()):
            fresh = self.draw()
            self.assertEqual([list(drawn.pairs), drawn.progress], [list(fresh.pairs), fresh.progress])
            simscope.judge(self.mine, drawn, ["n" if at == rounds else "y" for at in range(len(drawn))])
            phases.clear()
            result = result.again(progress=lambda phase, *_: phases.append(phase))
            # Neither the texts nor the candidates.
            self.assertNotRegex(" ".join(phases), "comparing")
            anew = simscope.dedup(DATA, **options)
            self.assertEqual((result.promise, list(result.kept), list(result.dropped)), (anew.promise, list(anew.kept), list(anew.dropped)))
            rounds += 1
        self.assertTrue(rounds > 2 and result.promise.holds and result.promise.wrong == rounds, result.promise)
        # What else would be drawn from is looked for anew.
        with self.assertRaisesRegex(simscope.InputError, "this draw was made with other options"):
            result.again(matters=["marks", "spelling", "word", "more", "less", "rewritten"])
        other = result.again(seed=2)
        self.assertEqual(other.promise, simscope.dedup(DATA, **options, seed=2).promise)
        with self.assertRaisesRegex(simscope.InputError, "^right: give the share"):
            simscope.dedup(DATA, id="id").draw()

    def answer_all(self):
        while len(drawn := self.draw()):
            simscope.judge(self.mine, drawn, ["yes"] * len(drawn))

    def test_another_seed_is_counted_and_other_data_are_refused(self):
        self.answer_all()
        second = simscope.dedup(DATA, id="id", right=0.9, judgements=self.mine, seed=2, yes=True)
        self.assertIn("second draw: both hold in 90 %", second.promise.sentences)
        with self.assertRaisesRegex(simscope.InputError, "^judgements: these judgements were drawn from another corpus"):
            simscope.dedup(made(2), id="id", right=0.9, judgements=self.mine)
        with self.assertRaisesRegex(simscope.InputError, "^judgements: this draw compares by jaccard:chars:3>=0.3"):
            simscope.dedup(DATA, id="id", right=0.9, judgements=self.mine, confirm="weighted>=0.3")
        for name, options in {"loss": {"loss": 0.1}, "passage": {"passage": 3}, "within": {"within": 3}}.items():
            with self.assertRaisesRegex(simscope.InputError, f"^{name}: under right="):
                simscope.dedup(DATA, id="id", right=0.9, judgements=self.mine, **options)
        with self.assertRaisesRegex(simscope.InputError, "^right: the promise rests on answers"):
            simscope.dedup(DATA, id="id", right=0.9)
        with self.assertRaisesRegex(simscope.InputError, "^confirm: cosine: right= finds pairs by"):
            simscope.draw(DATA, right=0.9, judgements=self.mine, confirm="cosine>=0.5")

    def test_what_the_owner_says_holds_before_the_draw(self):
        drawn = self.draw(matters=["spelling", "text-more", "less", "more", "rewritten", "word", "marks"])
        said = ["--matters", "spelling", "--matters", "text-more", "--matters", "less", "--matters", "more", "--matters", "rewritten", "--matters", "word", "--matters", "marks"]
        rows, _ = self.drawn(*said)
        self.assertEqual([list(pair) for pair in zip(drawn["id_a"], drawn["id_b"])], [row[2:4] for row in rows[1:]])
        self.assertEqual(self.read("mine.promise.toml"), self.read("records.promise.toml"))

    def test_judgements_are_asked_without_a_promise_too(self):
        text = "the committee met in the old town hall to hear what became of the bridge over the river, and went home"
        data = [{"id": "a", "text": f"{text} early"}, {"id": "b", "text": f"{text} late"}]
        data += [{"id": "c", "text": "other words altogether in this one, they say"}]
        before = simscope.dedup(data, id="id", same_if=["words", "one or two words", "opposites"])
        self.assertEqual(len(before.dropped), 1)
        drawn = simscope.draw(data, right=0.9, judgements=self.mine, id="id")
        self.assertEqual(len(drawn), 1)
        filled = [dict(zip(drawn.column_names, row), answer="n", note="two things") for row in drawn.pairs]
        self.assertEqual(simscope.judge(self.mine, filled, who="me"), 1)
        self.assertIn("\ttwo things\t", self.read("mine.judgements.tsv"))
        self.assertEqual(simscope.dedup(data, id="id", same_if=["words", "one or two words", "opposites"], judgements=self.mine).data, data)
        self.assertEqual(before.again(judgements=self.mine).data, data)
        with self.assertWarnsRegex(UserWarning, "judgements: left out 1 judged pairs, because an id is of no row"):
            simscope.dedup(data[1:], id="id", judgements=self.mine)

    def test_a_wrong_answer_is_named_and_nothing_is_added(self):
        drawn = self.draw()
        with self.assertRaisesRegex(simscope.InputError, "^answers: row 3: answer has \"maybe\"; an answer is yes, no or unsure"):
            simscope.judge(self.mine, drawn, ["y", "n", None, "maybe", *[""] * (len(drawn) - 4)])
        with self.assertRaisesRegex(simscope.InputError, "^answers: 1, but 20 pairs"):
            simscope.judge(self.mine, drawn, ["y"])
        with self.assertRaisesRegex(simscope.InputError, "^drawn: there is no column"):
            simscope.judge(self.mine, [{"id": "a"}])
        self.assertFalse(os.path.exists(self.mine))
        self.assertEqual(simscope.judge(self.mine, drawn), 0)
        with self.assertRaisesRegex(simscope.InputError, "^judgements: "):
            simscope.judge(self.corpus, drawn, ["y"] * len(drawn))


if __name__ == "__main__":
    unittest.main()
