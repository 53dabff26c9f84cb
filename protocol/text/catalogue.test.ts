import { expect, test } from 'vitest'
import { en } from './en.ts'
import { say, type TextKey } from './index.ts'
import { ko } from './ko.ts'
import { allLanguages, languages } from './languages.ts'

const placeholders = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{([^{}|#]+)/g)].map(match => match[1]))].sort()

/** No word of theirs depends on the number. */
const WITHOUT_FORMS: TextKey[] = [
  'blocking.more',
  'common.count',
  'discussion.members',
  'discussion.membersHere',
  'discussion.readBy',
  'reactions.count',
  'search.more',
  'inbox.bell',
  'inbox.waiting',
  'myInfo.moreSessions',
  'notes.historyChangeAt',
  'suspension.first',
  'suspension.newest',
  'time.minutesAgo',
]

test.each(allLanguages)('%s says the same as Korean, and asks for the same values', async language => {
  const catalogue = await languages[language].load()
  expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(ko).toSorted())
  for (const [key, sentence] of Object.entries(ko)) {
    expect(placeholders(catalogue[key as keyof typeof ko]), key).toEqual(placeholders(sentence))
  }
})

test.each(allLanguages)('%s has a form for each number', async language => {
  const catalogue = await languages[language].load()
  expect(catalogue['common.language']).toBe(language)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  for (const [key, sentence] of Object.entries(catalogue)) {
    const chosen = [...sentence.matchAll(/#([^{}]+)/g)].map(match => match[1]?.split('|') ?? [])
    for (const one of chosen)
      expect(one.map(form => form.split(' ', 1)[0]).toSorted(), key).toEqual(forms.toSorted())
    const isCounted = /\{(count|seconds|minutes|hours|pages|length)\}/.test(sentence)
    if (forms.length > 1 && isCounted && !WITHOUT_FORMS.includes(key as TextKey))
      expect(chosen.length, key).toBeGreaterThan(0)
  }
})

test.each(allLanguages)(
  'in %s a button’s name for who hears it holds the words that are on it',
  async language => {
    const catalogue: Record<string, string> = await languages[language].load()
    for (const [key, name] of Object.entries(catalogue)) {
      const words = key.endsWith('Name') && catalogue[key.slice(0, -'Name'.length)]
      if (words) expect(name.toLowerCase(), key).toContain(words.toLowerCase())
    }
  },
)

test('no sentence guesses at a particle', () => {
  for (const [key, sentence] of Object.entries(ko))
    expect(sentence, key).not.toMatch(/[을이은과]\((를|가|는|와)\)/)
})

test('values take their places', () => {
  expect(say(ko, 'page.goTo', { page: 3 })).toBe('3쪽으로 이동')
  expect(say(en, 'notes.saved', { time: '14:03:22' })).toBe('14:03:22 saved')
  expect([1, 2, '99+'].map(count => say(en, 'common.unread', { count }))).toEqual([
    '1 unread note',
    '2 unread notes',
    '99+ unread notes',
  ])
  expect(say(ko, 'topics.noteCount', { count: 12_345 })).toBe('노트 12,345개')
  expect(say(en, 'topics.noteCount', { count: 1_000 })).toBe('1,000 notes')
  expect(say(ko, 'page.goTo', { page: '1000' })).toBe('1000쪽으로 이동')
  expect(say(en, 'agora.arrivedMany', { count: 1 })).toBe('There is 1 new opinion.')
})
