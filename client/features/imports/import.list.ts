import { timeIn } from '#client/features/notes/pasting/front.matter.times.ts'
import type { FrontMatter } from '#client/features/notes/pasting/front.matter.ts'
import { decodeFile } from '#client/platform/browser/decodeFile.ts'
import { z } from '#protocol/schema.ts'
import type { RawFile } from './import.files.ts'

/** `data.json` of our own export: its topics, and the notes of exports whose files have no front matter. */

const listSchema = z.object({
  topics: z.array(z.object({ subjectNo: z.number(), title: z.string() })).max(2_000),
  notes: z.array(
    z.object({
      noteNo: z.number(),
      subjectNo: z.number(),
      title: z.string(),
      createdAt: z.string(),
      lastUpdate: z.string(),
      pinned: z.boolean(),
      file: z.string(),
    }),
  ),
})

export interface ExportList {
  topics: readonly { topicNo: number; title: string }[]
  noteAt: (
    path: readonly string[],
  ) => Pick<FrontMatter, 'title' | 'createdAt' | 'lastUpdate' | 'own'> | undefined
}

/** Null for a file of that name which somebody else wrote. */
export function readExportList({ path, content }: RawFile): ExportList | null {
  const list = listSchema.safeParse(jsonOf(decodeFile(content) ?? '')).data
  if (!list) return null
  const titles = new Map(list.topics.map(({ subjectNo, title }) => [subjectNo, title]))
  const byFile = new Map(list.notes.map(note => [[...path.slice(0, -1), note.file].join('/'), note]))
  return {
    topics: list.topics.map(({ subjectNo: topicNo, title }) => ({ topicNo, title })),
    noteAt(path) {
      const note = byFile.get(path.join('/'))
      if (!note) return undefined
      const { noteNo, subjectNo: topicNo, title } = note
      const topicTitle = titles.get(topicNo) ?? ''
      const own = { noteNo, topicNo, topicTitle, isDeleted: false, hasFileLinks: false }
      const [createdAt, lastUpdate] = [timeIn(note.createdAt), timeIn(note.lastUpdate)]
      return {
        title,
        ...(createdAt && { createdAt }),
        ...(lastUpdate && { lastUpdate }),
        own: { ...own, isPinned: note.pinned },
      }
    },
  }
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
