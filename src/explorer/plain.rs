//! A screen without a terminal: what it shows, row by row, for who hears it or reads it in Braille.

use crate::action::Screen;
use crate::app::App;
use crate::jobs::Jobs;
use crate::room::Export;
use crate::shared::{Effect, Start};
use crate::surface::event::Event;
use crate::{ExplorerError, frame};
use crossbeam_channel::unbounded;
use ratatui::layout::Rect;
use simscope_core::export::Format;
use std::io::{self, Write};

/// Windows of this size have room for everything that a screen shows.
const ROOM: Rect = Rect { x: 0, y: 0, width: 200, height: 60 };

/// Opens the explorer unseen, waits until everything on its screen is known, and writes that to standard output.
///
/// # Errors
/// The corpus cannot be read; the output cannot be written to; there is nothing on the screen, and why.
pub fn write(start: Start) -> Result<(), ExplorerError> {
    let mut app = App::new(start)?;
    let (sender, news) = unbounded();
    let mut jobs = Jobs::new(move |report| drop(sender.send(Event::Job(Box::new(report)))));
    loop {
        app.drawn(frame::unseen(&app, ROOM));
        for effect in app.take_effects() {
            match effect {
                Effect::Start(ticket, job) => jobs.start(ticket, job),
                Effect::Cancel(kind) => jobs.cancel(kind),
                // What is shown elsewhere, such as the corpus of a lesson, was opened already.
                _ => {}
            }
        }
        if let Some(failure) = app.take_failure() {
            jobs.stop();
            return Err(failure.into());
        }
        if !jobs.is_busy() && news.is_empty() {
            break;
        }
        if let Ok(Event::Job(report)) = news.recv() {
            jobs.note(&report);
            app.report(*report);
        }
    }
    match read_out(&app, &mut io::stdout().lock()) {
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

fn read_out(app: &App, out: &mut dyn Write) -> io::Result<()> {
    let shared = &app.shared;
    let (screen, k) = (shared.lang.pick(shared.screen.name()), shared.k);
    writeln!(out, "{}\n{screen}, k = {k}\n", frame::title_of_window(app))?;
    let room = app.screens.at(shared.screen);
    if let Ok(why) = room.why(shared).as_deref().map(str::trim)
        && shared.screen != Screen::Corpus
    {
        writeln!(out, "{why}\n")?;
    }
    let Export { has_second, sheet, .. } = room.export(shared);
    match sheet {
        Ok(sheet) => {
            let known = shared.knows_recipe().then_some(shared.model.recipe);
            let recipes: Vec<_> = known.into_iter().chain(shared.second.filter(|_| has_second)).collect();
            sheet.rows(Format::Table(None), &recipes, out)
        }
        Err(phrase) => Err(io::Error::other(shared.keyed(phrase))),
    }
}
