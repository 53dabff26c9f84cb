import { NUMBER_DIGITS_MAX } from '#protocol/fields.ts'
import { IMPORT_NOTES_MAX, TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import { topicTitleField } from '#protocol/topics.ts'
import type { SkippedFile } from './import.files.ts'
import type { ParsedFile } from './import.notes.ts'
import type { ParsedFiles } from './import.parser.ts'
import { type PlannedNote, partsOf } from './import.planned.ts'

/** Plans the topics and notes of an import. */

export interface PlannedTopic {
  /** Unique in a plan. */
  key: string
  title: string
  /** The position among topics with the same title, from 0. */
  ordinal: number
  notes: readonly PlannedNote[]
  /** Deleted notes; excluded by default. */
  isTrash: boolean
}

export interface ImportPlan {
  topics: readonly PlannedTopic[]
  skipped: readonly SkippedFile[]
}

interface PlanNames {
  /** The topic of files without a folder. */
  looseTitle: string
  /** The topic of deleted notes. */
  trashTitle: string
}

/**
 * Folders become topics; files without a folder go to `looseTitle`. Files keep their order. Notes of our own export go to their original
 * topics in the order of their creation.
 */
export function planImport(
  files: readonly ParsedFile[],
  { looseTitle, trashTitle }: PlanNames,
  exportedTopics: ParsedFiles['topics'] = [],
): ImportPlan {
  const topics = new Map<string, { title: string; isTrash: boolean; files: ParsedFile[] }>()
  const skipped: SkippedFile[] = []
  const depth = commonDepth(files)
  const topicAt = (key: string, title: string, isTrash = false) => {
    const topic = topics.get(key) ?? { title, isTrash, files: [] }
    topics.set(key, topic)
    return topic
  }
  for (const { topicNo, title } of exportedTopics) topicAt(ownKey(topicNo, title), title)
  const sortedFiles = files.toSorted((one, other) => exportOrder(one) - exportOrder(other))
  let count = 0
  for (const file of sortedFiles) {
    const { path, notes, own } = file
    const name = path.join('/')
    const partCount = notes.flatMap(partsOf).length
    if (notes.length === 0) skipped.push({ name, why: 'empty' })
    else if (count + partCount > IMPORT_NOTES_MAX) skipped.push({ name, why: 'tooMany' })
    else {
      const folder = topicTitle(path.slice(depth, -1)) ?? looseTitle
      const title = own?.isDeleted ? trashTitle : own ? ownTitle(own.topicTitle, folder) : folder
      const key = own?.isDeleted ? TRASH_KEY : own ? ownKey(own.topicNo, title) : title
      const same = own
        ? undefined
        : [...topics.values()].find(topic => topic.title === title && !topic.isTrash)
      const topic = same ?? topicAt(key, title, own?.isDeleted)
      topic.files.push(file)
      count += partCount
    }
  }
  const titleCounts = new Map<string, number>()
  const planned = Array.from(topics, ([key, { title, isTrash, files: inTopic }]) => {
    const ordinal = titleCounts.get(title) ?? 0
    titleCounts.set(title, ordinal + 1)
    return { key, title, ordinal, isTrash, notes: inTopic.flatMap(({ notes }) => notes) }
  })
  return { topics: planned, skipped }
}

/** The topic of deleted notes. */
export const TRASH_KEY = 'trash'
const ownKey = (topicNo: number, title: string) => `${topicNo} ${title}`
const ownTitle = (title: string, folder: string) => topicTitleField.safeParse(title).data ?? folder

/** Sort key: exported notes by topic, the newest note first, then all other files in their order. */
function exportOrder({ own }: ParsedFile): number {
  return own ? own.topicNo - own.noteNo / NOTE_NO_END : Number.POSITIVE_INFINITY
}

/** Greater than every note number. */
const NOTE_NO_END = 10 ** NUMBER_DIGITS_MAX

/** Ignores a single folder around all files, which many archives have. */
function commonDepth(files: readonly ParsedFile[]): number {
  const [first] = files
  const hasCommonFolder =
    first !== undefined && files.every(({ path }) => path[0] === first.path[0] && path.length > 1)
  return hasCommonFolder && files.some(({ path }) => path.length > 2) ? 1 : 0
}

/** Joins nested folder names, or as many of the innermost as fit into a title. Null without a folder. */
function topicTitle(folders: readonly string[]): string | null {
  // Skips outer folders that cannot fit: an archive may nest thousands.
  for (let from = Math.max(0, folders.length - TOPIC_TITLE_MAX); from < folders.length; from++) {
    const title = topicTitleField.safeParse(folders.slice(from).join(' / ')).data
    if (title !== undefined) return title
  }
  return topicTitleField.safeParse(truncateText(folders.at(-1) ?? '', TOPIC_TITLE_MAX)).data ?? null
}
