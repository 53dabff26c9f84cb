import { NUMBER_DIGITS_MAX } from '#protocol/fields.ts'
import { IMPORT_NOTES_MAX, TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'
import { topicTitleField } from '#protocol/topics.ts'
import type { ReadFiles } from './import.chosen.ts'
import type { SkippedFile } from './import.files.ts'
import type { NotedFile, PlannedNote } from './import.notes.ts'

/** What will be made of the files, before anything is. */

export interface PlannedTopic {
  /** Unique in a plan. */
  key: string
  title: string
  /** Of several topics of this title in the plan, which one it is, from 0. */
  place: number
  notes: readonly PlannedNote[]
  /** Deleted notes come along only for those who want them. */
  isTrash: boolean
}

export interface ImportPlan {
  topics: readonly PlannedTopic[]
  /** Of so many files a note could not hold the whole text. */
  cutFiles: number
  skipped: readonly SkippedFile[]
}

interface PlanNames {
  /** The topic of what lies in no folder. */
  looseTitle: string
  /** The topic of deleted notes. */
  trashTitle: string
}

/**
 * Folders become topics, what lies in none comes under `looseTitle`. The files keep their order. Notes of our own export come under
 * their topics, in the order in which they were created.
 */
export function planImport(
  files: readonly NotedFile[],
  { looseTitle, trashTitle }: PlanNames,
  exportedTopics: ReadFiles['topics'] = [],
): ImportPlan {
  const topics = new Map<string, { title: string; isTrash: boolean; files: NotedFile[] }>()
  const skipped: SkippedFile[] = []
  const depth = commonDepth(files)
  const topicAt = (key: string, title: string, isTrash = false) => {
    const topic = topics.get(key) ?? { title, isTrash, files: [] }
    topics.set(key, topic)
    return topic
  }
  for (const { topicNo, title } of exportedTopics) topicAt(ownKey(topicNo, title), title)
  const ownFirst = files.toSorted((one, other) => ownPlace(one) - ownPlace(other))
  let cutFiles = 0
  let count = 0
  for (const file of ownFirst) {
    const { path, notes, own } = file
    const name = path.join('/')
    if (notes.length === 0) skipped.push({ name, why: 'empty' })
    else if (count + notes.length > IMPORT_NOTES_MAX) skipped.push({ name, why: 'tooMany' })
    else {
      const folder = topicTitle(path.slice(depth, -1)) ?? looseTitle
      const title = own?.isDeleted ? trashTitle : own ? ownTitle(own.topicTitle, folder) : folder
      const key = own?.isDeleted ? TRASH_KEY : own ? ownKey(own.topicNo, title) : title
      const same = own
        ? undefined
        : [...topics.values()].find(topic => topic.title === title && !topic.isTrash)
      const topic = same ?? topicAt(key, title, own?.isDeleted)
      topic.files.push(file)
      count += notes.length
      if (notes.length > 1) cutFiles += 1
    }
  }
  const places = new Map<string, number>()
  const planned = Array.from(topics, ([key, { title, isTrash, files: inTopic }]) => {
    const place = places.get(title) ?? 0
    places.set(title, place + 1)
    return { key, title, place, isTrash, notes: inTopic.flatMap(({ notes }) => notes) }
  })
  return { topics: planned, cutFiles, skipped }
}

/** The topic of deleted notes. */
export const TRASH_KEY = 'trash'
const ownKey = (topicNo: number, title: string) => `${topicNo} ${title}`
const ownTitle = (title: string, folder: string) => topicTitleField.safeParse(title).data ?? folder

/** By their topics in the order of these, the newest note of each first; then all others as they are. */
function ownPlace({ own }: NotedFile): number {
  return own ? own.topicNo - own.noteNo / NUMBERS_END : Number.POSITIVE_INFINITY
}

/** Above every number of a note. */
const NUMBERS_END = 10 ** NUMBER_DIGITS_MAX

/** A folder around all the others says nothing: archives are often made of one. */
function commonDepth(files: readonly NotedFile[]): number {
  const [first] = files
  const isAround =
    first !== undefined && files.every(({ path }) => path[0] === first.path[0] && path.length > 1)
  return isAround && files.some(({ path }) => path.length > 2) ? 1 : 0
}

/** Of folders within folders all, or as many of the innermost as a title holds; null for no folder. */
function topicTitle(folders: readonly string[]): string | null {
  // Each takes a sign at least, and an archive may name thousands.
  for (let from = Math.max(0, folders.length - TOPIC_TITLE_MAX); from < folders.length; from++) {
    const title = topicTitleField.safeParse(folders.slice(from).join(' / ')).data
    if (title !== undefined) return title
  }
  return topicTitleField.safeParse(shortened(folders.at(-1) ?? '', TOPIC_TITLE_MAX)).data ?? null
}
