import { afterEach, expect, test, vi } from 'vitest'
import { usernameField } from './accounts.ts'
import { answerField, suggestionField } from './agora.ts'
import { commentField } from './comments.ts'
import { fewLines, line, lines, text } from './fields.ts'
import { noteTitleField } from './notes.ts'
import { noticeContentField, noticeTitleField } from './notices.ts'
import { parseQuickNote } from './plainText.ts'
import { topicTitleField } from './topics.ts'

afterEach(() => vi.restoreAllMocks())

const field = line('notes.titleLength', { min: 1, max: 40 })
const optional = line('notes.titleLength', { max: 40 })

test.each(['ㅤㅤㅤ', '\u1160', '\u200b', '\u2800', '\u00ad \u2060', '\ufe0f'])(
  'rejects an invisible line: %j',
  blank => {
    expect(field.safeParse(blank).success).toBe(false)
    expect(optional.safeParse(blank).success).toBe(false)
  },
)

test.each(['가', '.', '👨‍👩‍👧', '❤️', 'ㅋ', '　가', 'ㅤ가ㅤ', '\ufffd'])('%j is visible', seen => {
  expect(field.safeParse(seen).success).toBe(true)
})

test('an optional line may be empty', () => {
  expect(optional.parse('  ')).toBe('')
})

const INVISIBLE = [
  ...'\u200b\u2060\ufeff\u00ad\u115f\u1160\u3164\uffa0\ufe0f\u{e0100}\u2800',
  ...'\u202e\u2066',
]
const shortTexts = {
  commentField,
  usernameField,
  noteTitleField,
  topicTitleField,
  noticeTitleField,
  noticeContentField,
  suggestionField,
  answerField,
  quickNote: { safeParse: (text: string) => ({ success: parseQuickNote(text) !== null }) },
}

test.each(Object.entries(shortTexts))('%s rejects invisible text', (_, short) => {
  for (const sign of INVISIBLE) expect(short.safeParse(sign.repeat(4)).success).toBe(false)
  for (const sign of INVISIBLE) expect(short.safeParse(`${sign}\n${sign} ${sign}`).success).toBe(false)
  expect(short.safeParse('오늘 저녁 일곱 시에').success).toBe(true)
})

test('limits consecutive empty lines to two in long texts', () => {
  const several = lines('comments.length', { min: 1, max: 40 })
  expect(several.parse('가\n\n\n나')).toBe('가\n\n\n나')
  expect(several.parse('가\n\n \n\u3164\n\u200b\r\n\n\n  나\n\u3164')).toBe('가\n\n\n  나')
  expect(fewLines('agora.tooShort', { max: 40 }).parse('가\n\u3164\n\u3164\n나')).toBe('가\n\n나')
})

test('keeps line breaks and limits empty lines in short texts', () => {
  const several = fewLines('agora.tooShort', { min: 2, max: 40 })
  expect(several.parse(' 첫  줄 \r\n\r\n \n\n둘째\t줄\n끝\n')).toBe('첫 줄\n\n둘째 줄\n끝')
  expect(several.safeParse('가\n\n\n').success).toBe(false)
  expect(several.safeParse('\u3164\n\u3164').success).toBe(false)
})

const UNITS = 40
const builders = { fewLines, line, lines, text }
const fields = Object.entries(builders).map(
  ([name, build]) =>
    [name, build('agora.tooShort', { min: 2, max: UNITS, tooLong: 'agora.tooLong' })] as const,
)
const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(issue => issue.message)

test.each(fields)('a %s in single jamo may have the full length', (_, built) => {
  expect(built.parse('각'.normalize('NFD').repeat(UNITS))).toBe('각'.repeat(UNITS))
  expect(built.parse('👨‍👩‍👧'.repeat(UNITS / 8))).toBe('👨‍👩‍👧'.repeat(UNITS / 8))
})

test.each(fields)('a %s has different messages for length and other errors', (_, built) => {
  expect(messagesOf(built.safeParse('가'.repeat(UNITS + 1)))).toEqual(['agora.tooLong'])
  expect(messagesOf(built.safeParse('가'.repeat(250_000)))).toEqual(['agora.tooLong'])
  expect(messagesOf(built.safeParse('가'))).toEqual(['agora.tooShort'])
  expect(messagesOf(built.safeParse(5))).toEqual(['agora.tooShort'])
})

test.each(fields)('a %s with too many marks on one letter has a message of its own', (_, built) => {
  expect(messagesOf(built.safeParse(`글 a${'\u0301'.repeat(31)}`))).toEqual(['error.tooManyMarks'])
  expect(built.safeParse(`글 a${'\u0301'.repeat(30)}`).success).toBe(true)
})

test('a surrogate pair counts as two, as in the counters', () => {
  expect(field.safeParse('😀'.repeat(UNITS / 2)).success).toBe(true)
  expect(field.safeParse('😀'.repeat(UNITS / 2 + 1)).success).toBe(false)
})

test('checks only the length of a text that is too long', () => {
  const methods = ['normalize', 'toWellFormed', 'matchAll', 'trim'] as const
  const looked = methods.map(method => vi.spyOn(String.prototype, method))
  for (const [, built] of fields) built.safeParse('가'.repeat(3 * UNITS + 1))
  for (const method of looked) expect(method).not.toHaveBeenCalled()
})
