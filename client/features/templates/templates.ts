import { currentLanguage, t } from '#client/platform/language/language.ts'
import { formatClock } from '#client/platform/language/time.ts'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import { languages } from '#protocol/text/languages.ts'

/** A title and a text, perhaps with placeholders. */
export interface Template {
  title: string
  text: string
}

/** '2026년 11월 28일', in the time zone of the device. */
export function longDate(at: Date): string {
  return at.toLocaleDateString(languages[currentLanguage()].locale, { dateStyle: 'long' })
}

const DATE = /\{\{ *(?:날짜|date) *\}\}/gi
const TIME = /\{\{ *(?:시간|time) *\}\}/gi
const TITLE = /\{\{ *(?:제목|title) *\}\}/gi

/** Fills the placeholders, in both languages, because a template may be older than the user's choice of the language. */
export function fillTemplate(template: Template, at: Date, ownTitle?: string): Template {
  const fill = (text: string) =>
    text.replace(DATE, () => longDate(at)).replace(TIME, () => formatClock(at, currentLanguage()))
  const title = ownTitle ?? truncateText(fill(template.title).replace(TITLE, '').trim(), NOTE_TITLE_MAX)
  return { title, text: fill(template.text).replace(TITLE, () => title) }
}

/** The templates that come with the product, filled. */
export function builtInTemplates(at: Date): (Template & { name: string })[] {
  const values = { date: longDate(at), time: formatClock(at, currentLanguage()) }
  return [
    {
      name: t('templates.meeting'),
      title: t('templates.meetingTitle', { date: values.date }),
      text: textOf(t('templates.meetingFacts', values), t('templates.meetingParts'), ['1. ', '', TASK]),
    },
    {
      name: t('templates.book'),
      title: '',
      text: textOf(t('templates.bookFacts', { date: values.date }), t('templates.bookParts'), ['> ', '']),
    },
    {
      name: t('templates.diary'),
      title: values.date,
      text: textOf('', t('templates.diaryParts'), ['', '', TASK]),
    },
  ]
}

const TASK = '- [ ] '

/** A list of facts, then a heading for each part with the beginning of its text. */
function textOf(facts: string, parts: string, beginnings: readonly string[]): string {
  const list = facts.split('\n').map(fact => `- ${fact}`)
  const headings = parts.split('\n').map((part, at) => `## ${part}\n\n${beginnings[at] ?? ''}`)
  return [...(facts === '' ? [] : [list.join('\n')]), ...headings].join('\n\n')
}
