//! How the columns of Parquet are called: `meta.text` in a struct, `tags` for a list of texts, `messages.0.content` for
//! what is in a list of structs.

use ::parquet::basic::{ConvertedType, LogicalType, Repetition};
use ::parquet::schema::types::{ColumnDescriptor, SchemaDescriptor, Type};

/// The names of all columns, in their order.
pub(super) struct Names(Vec<Vec<Step>>);

#[derive(PartialEq)]
enum Step {
    Name(String),
    /// An element of a list.
    Element,
}

/// A column, and which element of its lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'n> {
    pub(super) column: usize,
    pub(super) element: Option<usize>,
    /// Another column of the same lists: only elements that have this value there are meant.
    pub(super) only: Option<(usize, &'n str)>,
}

impl Names {
    pub(super) fn of(schema: &SchemaDescriptor) -> Self {
        let columns = schema.columns().iter().enumerate();
        Self(columns.map(|(at, column)| steps(column, schema.get_column_root(at))).collect())
    }

    /// The field that a name leads to; one that is called so as a whole goes first. `messages[role=user].content` is
    /// `messages.content` where `messages.role` is `user`.
    pub(super) fn find<'n>(&self, name: &'n str) -> Option<Field<'n>> {
        let columns = self.0.iter().enumerate();
        let found = columns.filter_map(|(column, steps)| {
            Some((steps.len(), Field { column, element: lead(steps, name)?, only: None }))
        });
        let plain = found.min_by_key(|&(steps, _)| steps).map(|(_, field)| field);
        plain.or_else(|| {
            let (list, rest) = name.split_once('[')?;
            let (condition, rest) = rest.split_once(']')?;
            let (of, value) = condition.split_once('=')?;
            let only = self.find(&format!("{list}.{of}"))?.column;
            let Field { column, .. } = self.find(&format!("{list}{rest}"))?;
            Some(Field { column, element: None, only: Some((only, value)) })
        })
    }

    /// Whether several columns have the name of this one.
    pub(super) fn is_shared(&self, field: &Field<'_>) -> bool {
        self.0.iter().filter(|steps| **steps == self.0[field.column]).count() > 1
    }

    /// Names that lead to a field each.
    pub(super) fn shown(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|steps| {
            let whole = match steps.split_last() {
                Some((Step::Element, before)) => before,
                _ => steps,
            };
            let name = |step: &Step| match step {
                Step::Name(name) => name.clone(),
                Step::Element => "0".to_owned(),
            };
            whole.iter().map(name).collect::<Vec<_>>().join(".")
        })
    }
}

fn steps(column: &ColumnDescriptor, root: &Type) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut parts = column.path().parts().iter().peekable();
    let mut node = Some(root);
    while let Some(part) = parts.next() {
        steps.push(Step::Name(part.clone()));
        if node.is_some_and(is_repeated) {
            steps.push(Step::Element);
        }
        // In a list, one or two names stand for its elements.
        while let Some(part) = parts.next_if(|_| node.is_some_and(is_list)) {
            steps.push(Step::Element);
            node = node.and_then(|list| child(list, part));
            if node.is_some_and(is_wrapper)
                && let Some(part) = parts.next()
            {
                node = node.and_then(|wrapper| child(wrapper, part));
            }
        }
        node = parts.peek().and_then(|part| child(node?, part));
    }
    steps
}

fn child<'t>(group: &'t Type, name: &str) -> Option<&'t Type> {
    let fields = if group.is_group() { group.get_fields() } else { &[] };
    fields.iter().map(AsRef::as_ref).find(|field| field.name() == name)
}

fn is_repeated(node: &Type) -> bool {
    let about = node.get_basic_info();
    about.has_repetition() && about.repetition() == Repetition::REPEATED
}

fn is_list(node: &Type) -> bool {
    let about = node.get_basic_info();
    let is_named = matches!(about.logical_type_ref(), Some(LogicalType::List));
    node.is_group() && (is_named || about.converted_type() == ConvertedType::LIST)
}

/// Whether a repeated group only holds an element of three levels, as the rules of the format tell it from one of two.
fn is_wrapper(repeated: &Type) -> bool {
    let is_element = repeated.name() == "array" || repeated.name().ends_with("_tuple");
    repeated.is_group() && repeated.get_fields().len() == 1 && !is_element
}

/// Whether a name leads to these steps, and to which element.
fn lead(steps: &[Step], name: &str) -> Option<Option<usize>> {
    match steps {
        [Step::Name(known)] | [Step::Name(known), Step::Element] if known == name => Some(None),
        [Step::Name(known), rest @ ..] => lead(rest, name.strip_prefix(known.as_str())?.strip_prefix('.')?),
        [Step::Element] => name.parse().ok().map(Some),
        [Step::Element, rest @ ..] => match name.split_once('.').map(|(index, name)| (index.parse(), name)) {
            Some((Ok(index), name)) => lead(rest, name).map(|_| Some(index)),
            // All elements.
            _ => lead(rest, name).map(|_| None),
        },
        [] => None,
    }
}
