//! What a record without an id is called: by its number, which is the id of no other record.

use std::collections::HashSet;

use crate::display::say;

/// The numbers that stand for ids in one file: `3` as long as no record has an id, `#3` beside ids.
#[derive(Debug, Default)]
pub(super) struct StandIns {
    /// Whether records have ids.
    has_ids: bool,
    /// The last record that was called by its number alone.
    last: u64,
    /// Numbers of records, and of ids of other records that look like one.
    numbered: HashSet<u64>,
    looking_alike: HashSet<u64>,
}

impl StandIns {
    /// The file has a column of ids, so there will be some.
    pub(super) fn expect_ids(&mut self) {
        self.has_ids = true;
    }

    /// Takes an id, or says what is wrong with it.
    pub(super) fn take(&mut self, id: &str) -> Result<(), String> {
        self.has_ids = true;
        let number = |digits: &str| digits.parse().ok().filter(|number: &u64| number.to_string() == digits);
        if self.last > 0
            && let Some(number) = number(id)
            && number <= self.last
        {
            return Err(clash(id, number));
        }
        if let Some(number) = id.strip_prefix('#').and_then(number) {
            if self.numbered.contains(&number) {
                return Err(clash(id, number));
            }
            self.looking_alike.insert(number);
        }
        Ok(())
    }

    /// What the record of that number is called.
    pub(super) fn name(&mut self, number: u64) -> Result<String, String> {
        if !self.has_ids {
            self.last = number;
            return Ok(number.to_string());
        }
        let name = format!("#{number}");
        if self.looking_alike.contains(&number) {
            return Err(clash(&name, number));
        }
        self.numbered.insert(number);
        Ok(name)
    }
}

fn clash(id: &str, number: u64) -> String {
    say!(
        "the id `{id}` of one record is also what record {number} is called, which has none; give every record an id, or \
         choose another field with --id-field",
        "某条记录的编号 `{id}` 与第 {number} 条没有编号的记录的名称相同；请给每条记录编号，或用 --id-field 另选字段"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_never_the_id_of_another_record() {
        let mut without = StandIns::default();
        assert_eq!((without.name(1), without.name(3)), (Ok("1".to_owned()), Ok("3".to_owned())));
        assert_eq!((without.take("4"), without.take("03")), (Ok(()), Ok(())));
        assert_eq!(without.name(7), Ok("#7".to_owned()));
        assert!(without.take("3").unwrap_err().contains("`3`") && without.take("#7").is_err());
        let mut with = StandIns::default();
        with.expect_ids();
        assert_eq!((with.take("1"), with.take("#2")), (Ok(()), Ok(())));
        assert_eq!(with.name(1), Ok("#1".to_owned()));
        assert!(with.name(2).is_err());
    }
}
