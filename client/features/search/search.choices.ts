import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import type { MarkedLine } from '#protocol/noteSearch.ts'
import type { NoteView } from '#protocol/notes.ts'
import { type AllSearchResults, type SearchGroup, searchGroups } from '#protocol/search.ts'
import type { SearchResultIconName } from './SearchResultIcon.tsx'

/** A row that leads somewhere. */
export interface Place {
  kind: 'place'
  key: string
  icon: SearchResultIconName
  to: string
  /** Where it can be written on; only one's own notes. */
  writing?: string
  title: MarkedLine
  excerpt?: MarkedLine
  facts: Fact[]
}

export type Fact =
  | { kind: 'words'; words: string }
  | { kind: 'time'; at: string }
  | { kind: 'notes' | 'members'; count: number }

/** A row that shows more of a group, or all groups again. */
export type Choice =
  | Place
  | { kind: 'more'; key: string; group: SearchGroup; count: number }
  | { kind: 'less'; key: string }

export interface ChoiceGroup {
  name: SearchGroup | 'recent' | 'shortcuts'
  /** Of all there are; absent where what is listed is all. */
  count?: number
  choices: Choice[]
}

const words = (text: string): Fact => ({ kind: 'words', words: text })
const time = (at: string): Fact => ({ kind: 'time', at })
const plain = (text: string): MarkedLine => [{ text, isHit: false }]

/** What was found as rows. `opened`: the group that is listed alone. */
export function choicesOf(found: AllSearchResults, opened: SearchGroup | null): ChoiceGroup[] {
  const places: Record<SearchGroup, Place[]> = {
    notes: found.notes.items.map(note => ({
      ...notePlace(note, 'note', paths.note(note.noteNo)),
      writing: paths.updateNote(note.noteNo),
      facts: [words(note.subjectTitle), time(note.lastUpdate)],
    })),
    topics: found.topics.items.map(({ topicNo, title, noteCount }) => ({
      kind: 'place',
      key: `topic ${topicNo}`,
      icon: 'folder',
      to: paths.notes(topicNo),
      title,
      facts: [{ kind: 'notes', count: noteCount }],
    })),
    rooms: found.rooms.items.map(({ hubNo, name, names, memberCount }) => ({
      kind: 'place',
      key: `room ${hubNo}`,
      icon: 'room',
      to: paths.discussion(hubNo),
      title: name ?? names,
      ...(name && { excerpt: names }),
      facts: [{ kind: 'members', count: memberCount }],
    })),
    sharedNotes: found.sharedNotes.items.map(note => ({
      ...notePlace(note, 'people', paths.noteInHub(note.noteNo, note.hubNo)),
      facts: [words(note.author), time(note.lastUpdate)],
    })),
  }
  return searchGroups.flatMap(name => {
    const { count } = found[name]
    if (places[name].length === 0) return []
    const choices: Choice[] = [...places[name]]
    if (opened === null && count > choices.length)
      choices.push({ kind: 'more', key: `more ${name}`, group: name, count })
    if (opened === name) choices.unshift({ kind: 'less', key: 'less' })
    return [{ name, count, choices }]
  })
}

function notePlace(
  { noteNo, title, excerpt }: { noteNo: number; title: MarkedLine; excerpt: MarkedLine },
  icon: Place['icon'],
  to: string,
): Omit<Place, 'facts'> {
  return { kind: 'place', key: `note ${noteNo}`, icon, to, title, excerpt }
}

export function recentChoices(notes: readonly NoteView[]): ChoiceGroup[] {
  const choices = notes.map(
    ({ noteNo, title, author, isAuthor, subjectTitle, lastUpdate }): Place => ({
      kind: 'place',
      key: `note ${noteNo}`,
      icon: isAuthor ? 'note' : 'people',
      to: paths.note(noteNo),
      ...(isAuthor && { writing: paths.updateNote(noteNo) }),
      title: plain(title),
      excerpt: plain(isAuthor ? subjectTitle : author),
      facts: [time(lastUpdate)],
    }),
  )
  return choices.length > 0 ? [{ name: 'recent', choices }] : []
}

/** Where one may want to go without looking for anything. */
export function shortcutChoices(): ChoiceGroup {
  const place = (icon: Place['icon'], to: string, title: string): Place => ({
    kind: 'place',
    key: `shortcut ${icon}`,
    icon,
    to,
    title: plain(title),
    facts: [],
  })
  return {
    name: 'shortcuts',
    choices: [
      place('pen', paths.newNote, t('notes.write')),
      place('bell', paths.inbox, t('inbox.title')),
      place('trash', paths.trash, t('trash.title')),
    ],
  }
}

/** How many were found altogether. */
export function countOf(found: AllSearchResults): number {
  return searchGroups.reduce((sum, name) => sum + found[name].count, 0)
}

/** Whether nothing but consonants is asked for, which stand for syllables. */
export const isByInitials = (query: string): boolean => /^[ㄱ-ㅎ\s]+$/.test(query)
