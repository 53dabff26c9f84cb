import { expect, test } from 'vitest'
import { en } from './en.ts'
import { bidiIsolate, formatText, type TextKey } from './index.ts'
import { ko } from './ko.ts'
import { allLanguages, languages } from './languages.ts'

const placeholders = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{([^{}|#]+)/g)].map(match => match[1]))].sort()

/** Texts in which no word depends on the number. */
const WITHOUT_FORMS: TextKey[] = [
  'blocking.more',
  'tags.more',
  'common.count',
  'discussion.hereNow',
  'home.stepsProgress',
  'discussion.members',
  'discussion.membersHere',
  'discussion.readBy',
  'reactions.count',
  'search.more',
  'inbox.bell',
  'inbox.waiting',
  'mailNotifications.mail.more',
  'myInfo.moreSessions',
  'notes.historyChangeAt',
  'passages.moreHere',
  'publicLinks.more',
  'push.message.reaction',
  'series.place',
  'series.history',
  'series.deleteAsk',
  'suspension.first',
  'suspension.newest',
  'time.minutesAgo',
]

test.each(allLanguages)('%s has the same keys and placeholders as Korean', async language => {
  const catalogue = await languages[language].load()
  expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(ko).toSorted())
  for (const [key, sentence] of Object.entries(ko)) {
    expect(placeholders(catalogue[key as keyof typeof ko]), key).toEqual(placeholders(sentence))
  }
})

test.each(allLanguages)('%s has all plural forms', async language => {
  const catalogue = await languages[language].load()
  expect(catalogue['common.language']).toBe(language)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  for (const [key, sentence] of Object.entries(catalogue)) {
    const chosen = [...sentence.matchAll(/#([^{}]+)/g)].map(match => match[1]?.split('|') ?? [])
    for (const choice of chosen)
      expect(choice.map(form => form.split(' ', 1)[0]).toSorted(), key).toEqual(forms.toSorted())
    const isCounted = /\{(count|seconds|minutes|hours|pages|length)\}/.test(sentence)
    if (forms.length > 1 && isCounted && !WITHOUT_FORMS.includes(key as TextKey))
      expect(chosen.length, key).toBeGreaterThan(0)
  }
})

test.each(allLanguages)('accessible names of buttons in %s contain their visible label', async language => {
  const catalogue: Record<string, string> = await languages[language].load()
  for (const [key, name] of Object.entries(catalogue)) {
    const label = key.endsWith('Name') && catalogue[key.slice(0, -'Name'.length)]
    if (label) expect(name.toLowerCase(), key).toContain(label.toLowerCase())
  }
})

test('no Korean text contains both forms of a particle', () => {
  for (const [key, sentence] of Object.entries(ko))
    expect(sentence, key).not.toMatch(/[을이은과]\((를|가|는|와)\)/)
})

test('fills placeholders with values', () => {
  expect(formatText(ko, 'page.goTo', { page: 3 })).toBe('3쪽으로 이동')
  expect(formatText(en, 'notes.saved', { time: '14:03:22' })).toBe('14:03:22 saved')
  expect([1, 2, '99+'].map(count => formatText(en, 'common.unread', { count }))).toEqual([
    '1 unread note',
    '2 unread notes',
    '99+ unread notes',
  ])
  expect(formatText(ko, 'topics.noteCount', { count: 12_345 })).toBe('노트 12,345개')
  expect(formatText(en, 'topics.noteCount', { count: 1_000 })).toBe('1,000 notes')
  expect(formatText(ko, 'page.goTo', { page: '1000' })).toBe('1000쪽으로 이동')
  expect(formatText(en, 'agora.arrivedMany', { count: 1 })).toBe('There is 1 new opinion.')
})

test('isolates right-to-left text', () => {
  expect(bidiIsolate('עברית')).toBe('\u2068עברית\u2069')
  expect(bidiIsolate('\u2069\u202egpj.exe')).toBe('\u2068gpj.exe\u2069')
  expect(bidiIsolate('글쓴이 Ada 3')).toBe('글쓴이 Ada 3')
})

test('isolates a right-to-left value and still finds its particle', () => {
  expect(formatText(ko, 'comments.composing', { name: 'עברית' })).toBe('\u2068עברית\u2069님이 쓰고 있어요')
  expect(formatText(ko, 'comments.composing', { name: '글쓴이' })).toBe('글쓴이님이 쓰고 있어요')
})
