//! The source as it is written: files without their tests, what they import, and how long they are.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A path from the root of the crate; a path into another crate begins with that crate's name.
pub type Module = Vec<String>;

/// One file of `src`.
pub struct File {
    /// From `src` on: `explorer/app.rs`.
    pub name: String,
    /// What it is as the facade names it: `tui::app`.
    pub module: Module,
    /// The root of its crate, as the facade names it: nothing, `cli` or `tui`.
    root: Module,
    /// Where the modules below it lie.
    below: PathBuf,
    /// Lines in all, its tests and comments included.
    pub lines: usize,
    /// Lines with code: no blanks, no comments, nothing under `#[cfg(test)]`.
    pub code: BTreeSet<usize>,
    pub functions: Vec<Function>,
    /// Every enum with the names of its variants.
    pub enums: BTreeMap<String, Vec<String>>,
    /// Every path that the code names, from the crate's root.
    pub mentions: BTreeSet<Module>,
    /// The path of a name that was imported with `use`.
    names: HashMap<String, Module>,
}

/// A function, or a method with the type it belongs to.
pub struct Function {
    pub name: String,
    pub of: Option<String>,
    pub first: usize,
    pub last: usize,
    /// Without `self`; those in a tuple that is taken apart are one each.
    pub parameters: usize,
}

/// The members by folder, and what the facade calls them; those of the core stand at its root.
const MEMBERS: [(&str, Option<&str>); 3] =
    [("core", None), ("commands", Some("cli")), ("explorer", Some("tui"))];

/// All files of the members but the root of the core, which names every module.
pub struct House {
    pub files: Vec<File>,
    by_module: HashMap<Module, usize>,
}

impl House {
    pub fn read() -> Self {
        let mut files = Vec::new();
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for (folder, name) in MEMBERS {
            let root: Module = name.into_iter().map(str::to_owned).collect();
            collect(&src.join(folder), &root, &mut root.clone(), &mut files);
        }
        let by_module = files.iter().enumerate().map(|(at, file)| (file.module.clone(), at)).collect();
        Self { files, by_module }
    }

    /// The file that a path leads to, through re-exports; `None` outside the crate.
    pub fn file_of(&self, path: &[String]) -> Option<usize> {
        self.follow(path, 8)
    }

    fn follow(&self, path: &[String], steps: u8) -> Option<usize> {
        let known = (1..=path.len()).rev().find(|&n| self.by_module.contains_key(&path[..n]))?;
        let at = self.by_module[&path[..known]];
        let (Some(name), true) = (path.get(known), steps > 0) else {
            return Some(at);
        };
        let target = self.files[at].names.get(name).filter(|target| target.as_slice() != path);
        let through = target.map(|target| [target, &path[known + 1..]].concat());
        through.and_then(|through| self.follow(&through, steps - 1)).or(Some(at))
    }

    /// The files that each file imports from, by place.
    pub fn imports(&self) -> Vec<BTreeSet<usize>> {
        let of = |(at, file): (usize, &File)| {
            file.mentions.iter().filter_map(|path| self.file_of(path)).filter(|&to| to != at).collect()
        };
        self.files.iter().enumerate().map(of).collect()
    }
}

fn collect(folder: &Path, root: &Module, module: &mut Module, files: &mut Vec<File>) {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let sources: BTreeSet<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
    for path in sources {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "tests" {
            continue;
        }
        if name == "lib" && module == root {
            if !root.is_empty() {
                files.push(File::read(&path, root, module, folder.to_owned()));
            }
            continue;
        }
        module.push(name);
        let below = path.with_extension("");
        files.push(File::read(&path, root, module, below.clone()));
        if below.is_dir() {
            collect(&below, root, module, files);
        }
        module.pop();
    }
}

impl File {
    fn read(path: &Path, root: &Module, module: &Module, below: PathBuf) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let tokens: TokenStream = text.parse().unwrap();
        let tokens = without_tests(tokens);
        let mut file = Self {
            name: {
                let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
                path.strip_prefix(src).unwrap().to_str().unwrap().to_owned()
            },
            module: module.clone(),
            root: root.clone(),
            below,
            lines: text.lines().count(),
            code: BTreeSet::new(),
            functions: Vec::new(),
            enums: BTreeMap::new(),
            mentions: BTreeSet::new(),
            names: HashMap::new(),
        };
        let mut paths = Vec::new();
        file.scan(tokens.clone(), &mut paths);
        for path in paths {
            let path = file.resolve(&path);
            file.mentions.insert(path);
        }
        let parsed = syn::parse2(tokens).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        Items { file: &mut file, of: None }.visit_file(&parsed);
        file
    }

    /// Notes the lines with code, the imports, and the other paths.
    fn scan(&mut self, tokens: TokenStream, paths: &mut Vec<Module>) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let (first, last) = (token.span().start().line, token.span().end().line);
            match token {
                TokenTree::Ident(word) if word == "use" => {
                    self.code.insert(first);
                    self.import(&mut tokens, Vec::new());
                }
                TokenTree::Ident(word) if word == "pub" => {
                    self.code.insert(first);
                    // `pub(in crate::tui)` imports nothing.
                    tokens.next_if(|next| next.to_string().starts_with("(in"));
                }
                TokenTree::Ident(word) => {
                    let mut path = vec![word.to_string()];
                    self.code.insert(first);
                    while let Some(TokenTree::Ident(next)) = after_colons(&mut tokens) {
                        tokens.next();
                        path.push(next.to_string());
                    }
                    // A single word is a local name, or was brought in with `use`.
                    if path.len() > 1 {
                        paths.push(path);
                    }
                }
                TokenTree::Group(group) => {
                    self.code.extend([first, last]);
                    self.scan(group.stream(), paths);
                }
                TokenTree::Literal(_) | TokenTree::Punct(_) => self.code.extend(first..=last),
            }
        }
    }

    /// One branch of a `use`, which begins with `prefix`, up to its comma or semicolon.
    fn import(&mut self, tokens: &mut Peekable<impl Iterator<Item = TokenTree>>, prefix: Module) {
        let (mut path, mut name) = (prefix, None);
        while let Some(token) = tokens.next() {
            self.code.insert(token.span().start().line);
            match token {
                TokenTree::Ident(word) if word == "as" => name = tokens.next().map(|word| word.to_string()),
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    self.code.insert(group.span_close().start().line);
                    let mut inner = group.stream().into_iter().peekable();
                    while inner.peek().is_some() {
                        self.import(&mut inner, path.clone());
                    }
                    path.clear();
                }
                TokenTree::Punct(mark) if mark.as_char() == '*' => {
                    let whole = self.absolute(&path);
                    self.mentions.insert(whole);
                    path.clear();
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => {}
                _ => break,
            }
        }
        if let Some(last) = path.last().cloned() {
            let whole = self.absolute(&path);
            self.mentions.insert(whole.clone());
            self.names.insert(name.unwrap_or(last), whole);
        }
    }

    /// The path from the root, of one that begins with `crate`, `self`, `super` or one of the file's own modules.
    fn absolute(&self, path: &[String]) -> Module {
        let ups = path.iter().take_while(|word| *word == "super").count();
        let own = &self.module[..self.module.len() - ups.min(self.module.len())];
        match path[0].as_str() {
            "crate" => [&self.root, &path[1..]].concat(),
            "simscope_core" => path[1..].to_vec(),
            "self" => [&self.module, &path[1..]].concat(),
            "super" => [own, &path[ups..]].concat(),
            _ if self.has_child(&path[0]) => [&self.module, path].concat(),
            _ => path.to_vec(),
        }
    }

    fn resolve(&self, path: &[String]) -> Module {
        match self.names.get(&path[0]) {
            Some(whole) => [whole, &path[1..]].concat(),
            None => self.absolute(path),
        }
    }

    fn has_child(&self, name: &str) -> bool {
        self.below.join(name).with_extension("rs").exists()
    }
}

/// The token behind `::`, which is consumed only if an identifier stands there.
fn after_colons(tokens: &mut Peekable<impl Iterator<Item = TokenTree> + Clone>) -> Option<TokenTree> {
    let is_colon =
        |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    let mut ahead = tokens.clone();
    let is_path = is_colon(ahead.next().as_ref()) && is_colon(ahead.next().as_ref());
    let word = ahead.next().filter(|token| is_path && matches!(token, TokenTree::Ident(_)))?;
    tokens.nth(1);
    Some(word)
}

/// Leaves out doc comments, and the items under `#[cfg(test)]`.
fn without_tests(tokens: TokenStream) -> TokenStream {
    let (mut kept, mut tokens) = (Vec::new(), tokens.into_iter().peekable());
    while let Some(token) = tokens.next() {
        let is_mark =
            |token: &TokenTree, mark| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark);
        if !is_mark(&token, '#') {
            kept.push(match token {
                TokenTree::Group(group) => {
                    let mut inner = proc_macro2::Group::new(group.delimiter(), without_tests(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                token => token,
            });
            continue;
        }
        let bang = tokens.next_if(|token| is_mark(token, '!'));
        let attribute = tokens.peek().map(ToString::to_string).unwrap_or_default();
        let attribute: String = attribute.split_whitespace().collect();
        if attribute.starts_with("[doc=") {
            tokens.next();
        } else if attribute == "[cfg(test)]" {
            let ends = |token: &TokenTree| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                token => is_mark(token, ';'),
            };
            tokens.by_ref().skip(1).find(ends);
            // A `use` with braces has a semicolon behind them.
            tokens.next_if(|token| is_mark(token, ';'));
        } else {
            kept.extend([token].into_iter().chain(bang));
        }
    }
    kept.into_iter().collect()
}

/// Notes the functions and the enums of a file.
struct Items<'a> {
    file: &'a mut File,
    of: Option<String>,
}

/// How many parameters one of the list is.
fn count_of(input: &syn::FnArg) -> usize {
    fn of_pattern(pattern: &syn::Pat) -> usize {
        match pattern {
            syn::Pat::Tuple(tuple) => tuple.elems.iter().map(of_pattern).sum(),
            _ => 1,
        }
    }
    match input {
        syn::FnArg::Receiver(_) => 0,
        syn::FnArg::Typed(typed) => of_pattern(&typed.pat),
    }
}

impl Items<'_> {
    fn note(&mut self, signature: &syn::Signature, last: usize) {
        self.file.functions.push(Function {
            name: signature.ident.to_string(),
            of: self.of.clone(),
            first: signature.span().start().line,
            last,
            parameters: signature.inputs.iter().map(count_of).sum(),
        });
    }
}

impl<'ast> Visit<'ast> for Items<'_> {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let of = match &*item.self_ty {
            syn::Type::Path(path) if item.trait_.is_none() => path.path.segments.last(),
            _ => None,
        };
        let outer = std::mem::replace(&mut self.of, of.map(|of| of.ident.to_string()));
        visit::visit_item_impl(self, item);
        self.of = outer;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let outer = self.of.take();
        self.note(&item.sig, item.block.span().end().line);
        visit::visit_item_fn(self, item);
        self.of = outer;
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.note(&item.sig, item.block.span().end().line);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.note(&item.sig, item.span().end().line);
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let variants = item.variants.iter().map(|variant| variant.ident.to_string()).collect();
        self.file.enums.insert(item.ident.to_string(), variants);
    }
}
