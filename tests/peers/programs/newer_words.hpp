  // Put in place of the two rules of HMMSegment.hpp: a word of ASCII is `[A-Za-z0-9]+(\.[0-9]+)?`.
  static bool IsDigit(Rune c) { return '0' <= c && c <= '9'; }
  static bool IsLetter(Rune c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }

  RuneStrArray::const_iterator SequentialLetterRule(RuneStrArray::const_iterator begin,
                                                    RuneStrArray::const_iterator end) const {
    RuneStrArray::const_iterator at = begin;
    while (at != end && (IsDigit(at->rune) || IsLetter(at->rune))) at++;
    if (at != begin && end - at > 1 && at->rune == '.' && IsDigit(at[1].rune))
      for (at++; at != end && IsDigit(at->rune);) at++;
    return at;
  }
  RuneStrArray::const_iterator NumbersRule(RuneStrArray::const_iterator begin, RuneStrArray::const_iterator) const {
    return begin;
  }
