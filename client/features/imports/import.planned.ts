import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { noteAddress } from '#protocol/noteFile.ts'

/** The notes that an import creates. */

/** A link to another note of the import. */
export interface PlannedLink {
  /** The position of the original link in the text. */
  at: number
  length: number
  before: string
  after: string
  /** The `id` of the other note, and the heading in it. */
  to: string
  fragment: string
  part?: number | undefined
}

/** A text that becomes a note of its own. */
export interface PlannedPart {
  /** Unique in an import. */
  id: string
  /** NFC, and no longer than a note may be. */
  text: string
  links: readonly PlannedLink[]
}

/** A note, or a series with its first part. */
export interface PlannedNote extends PlannedPart {
  title: string
  /** Of a series; absent for a note that stands alone. */
  laterParts?: readonly PlannedPart[]
  createdAt?: Date
  lastUpdate?: Date
  isPinned?: boolean
}

/** All texts of a note in order. */
export const partsOf = (note: PlannedNote): readonly PlannedPart[] => [note, ...(note.laterParts ?? [])]

/** Applies a change to all texts of a note. */
export function mapParts(
  note: PlannedNote,
  change: <Part extends PlannedPart>(part: Part) => Part,
): PlannedNote {
  const { laterParts } = note
  return { ...change(note), ...(laterParts && { laterParts: laterParts.map(part => change(part)) }) }
}

/** The text with links to the numbers of other notes; null if no link can be inserted. */
export function linkedNoteText(
  { text, links }: PlannedPart,
  numberOf: (id: string) => number | undefined,
): string | null {
  let linked = ''
  let end = 0
  for (const { at, length, before, after, to, fragment } of links) {
    const noteNo = numberOf(to)
    if (noteNo === undefined) continue
    linked += `${text.slice(end, at)}${before}${noteAddress(noteNo)}${fragment}${after}`
    end = at + length
  }
  const whole = linked + text.slice(end)
  return end === 0 || whole === text || whole.length > NOTE_BODY_MAX ? null : whole
}

/** Applies `change` to the texts between the links of a note. */
export function mapText(note: PlannedNote, change: (text: string) => string): PlannedNote {
  return mapParts(note, part => {
    let text = ''
    let end = 0
    const links = part.links.map(link => {
      text += change(part.text.slice(end, link.at))
      const at = text.length
      end = link.at + link.length
      text += part.text.slice(link.at, end)
      return { ...link, at }
    })
    return { ...part, text: text + change(part.text.slice(end)), links }
  })
}
