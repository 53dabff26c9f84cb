import { IMPORT_NOTES_MAX, TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'
import { topicTitleField } from '#protocol/topics.ts'
import type { SkippedFile } from './import.files.ts'
import type { NotedFile, PlannedNote } from './import.notes.ts'

/** What will be made of the files, before anything is. */

export interface PlannedTopic {
  title: string
  notes: readonly PlannedNote[]
}

export interface ImportPlan {
  topics: readonly PlannedTopic[]
  /** Of so many files a note could not hold the whole text. */
  cutFiles: number
  skipped: readonly SkippedFile[]
}

/** Folders become topics, what lies in none comes under `looseTitle`. The files keep their order. */
export function planImport(files: readonly NotedFile[], looseTitle: string): ImportPlan {
  const topics = new Map<string, PlannedNote[]>()
  const skipped: SkippedFile[] = []
  const depth = commonDepth(files)
  let cutFiles = 0
  let count = 0
  for (const { path, notes } of files) {
    const name = path.join('/')
    if (notes.length === 0) skipped.push({ name, why: 'empty' })
    else if (count + notes.length > IMPORT_NOTES_MAX) skipped.push({ name, why: 'tooMany' })
    else {
      const title = topicTitle(path.slice(depth, -1)) ?? looseTitle
      topics.set(title, [...(topics.get(title) ?? []), ...notes])
      count += notes.length
      if (notes.length > 1) cutFiles += 1
    }
  }
  return { topics: Array.from(topics, ([title, notes]) => ({ title, notes })), cutFiles, skipped }
}

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
