//! Frames of the explorer as one moving picture: an SVG that a browser plays, also within an `<img>`, without a script.
//!
//! Each element of a frame (see `picture::layers`) is drawn once, and is visible in the frames that have it: elements of the same
//! frames stand in one group, whose CSS animation steps its visibility.

use ratatui::buffer::Buffer;
use simscope::tui::surface::picture;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// Height of the line below the frames that names the keys, in pixels.
const STRIP: f32 = 26.0;

pub struct Moving {
    frames: Vec<Frame>,
    /// The frame that is shown where nothing moves.
    still: usize,
}

struct Frame {
    buffer: Buffer,
    key: String,
    note: String,
    milliseconds: u32,
}

/// For each element the frames that have it, in the order of the first.
#[derive(Default)]
struct Layer {
    order: Vec<String>,
    frames: HashMap<String, Vec<usize>>,
}

impl Layer {
    fn add(&mut self, frame: usize, elements: &str) {
        for element in elements.lines() {
            if !self.frames.contains_key(element) {
                self.order.push(element.to_owned());
            }
            self.frames.entry(element.to_owned()).or_default().push(frame);
        }
    }
}

impl Moving {
    /// None yet; `still` will be shown by viewers that play nothing.
    pub fn new(still: usize) -> Self {
        Self { frames: Vec::new(), still }
    }

    /// Shows a frame, and below it the key that led there and what it does.
    pub fn add(&mut self, buffer: &Buffer, key: &str, note: &str, milliseconds: u32) {
        let (key, note) = (key.to_owned(), note.to_owned());
        self.frames.push(Frame { buffer: buffer.clone(), key, note, milliseconds });
    }

    pub fn frame(&self, at: usize) -> &Buffer {
        &self.frames[at].buffer
    }

    pub fn svg(&self) -> String {
        let (mut grounds, mut signs, mut strip) = (Layer::default(), Layer::default(), Layer::default());
        for (i, frame) in self.frames.iter().enumerate() {
            let (ground, sign) = picture::layers(&frame.buffer, true);
            grounds.add(i, &ground);
            // Characters of another width are moved, not stretched. Their positions are most of an element.
            signs.add(i, &sign.replace(" lengthAdjust=\"spacingAndGlyphs\"", ""));
            strip.add(i, &below(frame));
        }
        let mut names = BTreeMap::new();
        let drawn: String =
            [grounds, signs, strip].iter().map(|layer| self.groups(layer, &mut names)).collect();
        let (head, ground) = self.head();
        format!("{head}<style>{}</style>\n{ground}{drawn}</svg>\n", self.style(&names))
    }

    /// The first two lines of a picture of this size, with room for the keys below it.
    fn head(&self) -> (String, String) {
        let empty = picture::svg(&Buffer::empty(self.frames[0].buffer.area), true);
        let mut lines = empty.lines();
        let (head, ground) = (lines.next().unwrap(), lines.next().unwrap());
        let size = head.split('"').nth(3).unwrap();
        let height: f32 = size.rsplit(' ').next().unwrap().parse().unwrap();
        let taller = format!("{}{:.1}", &size[..size.rfind(' ').unwrap() + 1], height + STRIP);
        (head.replace(size, &taller) + "\n", ground.to_owned() + "\n")
    }

    fn groups(&self, layer: &Layer, names: &mut BTreeMap<Vec<usize>, usize>) -> String {
        let mut groups: BTreeMap<&Vec<usize>, String> = BTreeMap::new();
        for element in &layer.order {
            let group = groups.entry(&layer.frames[element]).or_default();
            *group += &(element.clone() + "\n");
        }
        let mut out = String::new();
        for (frames, elements) in groups {
            if frames.len() == self.frames.len() {
                out += &elements;
                continue;
            }
            let next = names.len();
            let name = names.entry(frames.clone()).or_insert(next);
            let _ = write!(out, "<g class=\"k{name}\">\n{elements}</g>\n");
        }
        out
    }

    /// When each group is visible, in per cent of the whole.
    fn style(&self, names: &BTreeMap<Vec<usize>, usize>) -> String {
        let total: u32 = self.frames.iter().map(|frame| frame.milliseconds).sum();
        let mut out = format!("g{{animation:{total}ms step-end infinite}}");
        out += "@media(prefers-reduced-motion:reduce){g{animation:none!important}}";
        for (frames, name) in names {
            let mut start = 0;
            let mut steps = String::new();
            let mut was = None;
            for (i, frame) in self.frames.iter().enumerate() {
                let is_there = frames.contains(&i);
                if was != Some(is_there) {
                    let at = f64::from(start) * 100.0 / f64::from(total);
                    let _ = write!(steps, "{at:.3}%{{visibility:{}}}", shown(is_there));
                }
                was = Some(is_there);
                start += frame.milliseconds;
            }
            let still = shown(frames.contains(&self.still));
            let _ = write!(
                out,
                "\n.k{name}{{visibility:{still};animation-name:k{name}}}@keyframes k{name}{{{steps}}}"
            );
        }
        out
    }
}

fn shown(is_there: bool) -> &'static str {
    if is_there { "visible" } else { "hidden" }
}

/// The line below a frame.
fn below(frame: &Frame) -> String {
    let Frame { buffer, key, note, .. } = frame;
    let y = f32::from(buffer.area.height) * 18.0 + 17.0;
    format!(
        "<text x=\"8\" y=\"{y:.1}\" fill=\"#e8c468\"><tspan font-weight=\"bold\">{key}</tspan>  {note}</text>"
    )
}
