# Made by .ci/archive from .ci/templates.
class Simscope < Formula
  desc "Interactive terminal explorer for SimHash near-duplicate detection"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/simscope-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SUM:aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/simscope-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SUM:x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/simscope-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SUM:aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/simscope-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SUM:x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "simscope"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/simscope.bash" => "simscope"
    zsh_completion.install "completions/_simscope"
    fish_completion.install "completions/simscope.fish"
    doc.install "README.md", "docs", "samples", "LICENSES-OF-CRATES.txt"
  end

  test do
    assert_equal "simscope #{version}", shell_output("#{bin}/simscope --version").strip
    assert_match "pairs", shell_output("#{bin}/simscope sweep #{doc}/samples/builtin.jsonl")
  end
end
