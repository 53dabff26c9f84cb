import { DAILY_NOTE_PATH, DAILY_NOTE_STATE } from '#client/features/templates/dailyNoteShortcut.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import type { NoteView } from '#protocol/notes.ts'
import { type AllSearchResults, type MarkedLine, type SearchGroup, searchGroups } from '#protocol/search.ts'

export type SearchResultIconName = 'find' | 'note' | 'folder' | 'room' | 'people' | 'pen' | 'bell' | 'trash'

/** A row with a link. */
export interface Place {
  kind: 'place'
  key: string
  icon: SearchResultIconName
  to: string
  /** The state of the history entry. */
  state?: unknown
  /** The editor of one's own note. */
  editPath?: string
  title: MarkedLine
  excerpt?: MarkedLine
  meta: MetaItem[]
}

export type MetaItem =
  | { kind: 'text'; text: string }
  | { kind: 'time'; at: string }
  | { kind: 'notes' | 'members'; count: number }

/** A link, or a row that shows more of a group or all groups again. */
export type Choice =
  | Place
  | { kind: 'more'; key: string; group: SearchGroup; count: number }
  | { kind: 'less'; key: string }

export interface ChoiceGroup {
  name: SearchGroup | 'recent' | 'shortcuts'
  /** The total; absent if all are listed. */
  count?: number
  choices: Choice[]
}

const textItem = (text: string): MetaItem => ({ kind: 'text', text })

const timeItem = (at: string): MetaItem => ({ kind: 'time', at })

const plainLine = (text: string): MarkedLine => [{ text, isHit: false }]

/** Converts the results of a query to rows. `openGroup` is the group that is shown alone. */
export function choicesOf(
  results: AllSearchResults,
  query: string,
  openGroup: SearchGroup | null,
): ChoiceGroup[] {
  const items: Record<SearchGroup, Place[]> = {
    notes: results.notes.items.map(note => ({
      ...noteItem(note, 'note', foundPath(paths.note(note.noteNo), note, query)),
      editPath: paths.updateNote(note.noteNo),
      meta: [textItem(note.subjectTitle), timeItem(note.lastUpdate)],
    })),
    topics: results.topics.items.map(({ topicNo, title, noteCount }) => ({
      kind: 'place',
      key: `topic ${topicNo}`,
      icon: 'folder',
      to: paths.notes(topicNo),
      title,
      meta: [{ kind: 'notes', count: noteCount }],
    })),
    rooms: results.rooms.items.map(({ hubNo, name, names, memberCount }) => ({
      kind: 'place',
      key: `room ${hubNo}`,
      icon: 'room',
      to: paths.discussion(hubNo),
      title: name ?? names,
      ...(name && { excerpt: names }),
      meta: [{ kind: 'members', count: memberCount }],
    })),
    sharedNotes: results.sharedNotes.items.map(note => ({
      ...noteItem(note, 'people', foundPath(paths.noteInHub(note.noteNo, note.hubNo), note, query)),
      meta: [textItem(note.author), timeItem(note.lastUpdate)],
    })),
  }
  return searchGroups.flatMap(name => {
    const { count } = results[name]
    if (items[name].length === 0) return []
    const choices: Choice[] = [...items[name]]
    if (openGroup === null && count > choices.length)
      choices.push({ kind: 'more', key: `more ${name}`, group: name, count })
    if (openGroup === name) choices.unshift({ kind: 'less', key: 'less' })
    return [{ name, count, choices }]
  })
}

/** The note opens at what was found in its text, if something was. */
function foundPath(path: string, { excerpt }: { excerpt: MarkedLine }, query: string): string {
  return excerpt.some(({ isHit }) => isHit) ? paths.found(path, query) : path
}

function noteItem(
  { noteNo, title, excerpt }: { noteNo: number; title: MarkedLine; excerpt: MarkedLine },
  icon: Place['icon'],
  to: string,
): Omit<Place, 'meta'> {
  return { kind: 'place', key: `note ${noteNo}`, icon, to, title, excerpt }
}

export function recentChoices(notes: readonly NoteView[]): ChoiceGroup[] {
  const choices = notes.map(
    ({ noteNo, title, author, isAuthor, subjectTitle, lastUpdate }): Place => ({
      kind: 'place',
      key: `note ${noteNo}`,
      icon: isAuthor ? 'note' : 'people',
      to: paths.note(noteNo),
      ...(isAuthor && { editPath: paths.updateNote(noteNo) }),
      title: plainLine(title),
      excerpt: plainLine(isAuthor ? subjectTitle : author),
      meta: [timeItem(lastUpdate)],
    }),
  )
  return choices.length > 0 ? [{ name: 'recent', choices }] : []
}

/** Frequent targets, shown before any input. */
export function shortcutChoices(): ChoiceGroup {
  const shortcutItem = (icon: Place['icon'], to: string, title: string): Place => ({
    kind: 'place',
    key: `shortcut ${icon}`,
    icon,
    to,
    title: plainLine(title),
    meta: [],
  })
  return {
    name: 'shortcuts',
    choices: [
      shortcutItem('pen', paths.newNote, t('notes.write')),
      { ...shortcutItem('note', DAILY_NOTE_PATH, t('daily.open')), state: DAILY_NOTE_STATE },
      shortcutItem('bell', paths.inbox, t('inbox.title')),
      shortcutItem('trash', paths.trash, t('trash.title')),
    ],
  }
}

/** The total of all groups. */
export function countOf(results: AllSearchResults): number {
  return searchGroups.reduce((sum, name) => sum + results[name].count, 0)
}

/** Whether the query consists of initial consonants, which match syllables. */
export const isByInitials = (query: string): boolean => /^[ㄱ-ㅎ\s]+$/.test(query)
