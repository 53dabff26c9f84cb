import type { InputOf, ReplyOf } from '#protocol/call.ts'
import { decodeText } from '#protocol/encoding.ts'
import { encodedNoteText, noteTitleField, type postNote, type updateNote } from '#protocol/notes.ts'
import { encodeNoteText, isSameContent, type NoteContent } from './note.content.ts'
import { type EditorState, FIRST_VERSION, type OtherVersion } from './note.editor.ts'

/** The calls by which a writing comes to the server. */
export interface DeliveryCalls {
  post: (input: InputOf<typeof postNote>) => Promise<ReplyOf<typeof postNote>>
  update: (input: InputOf<typeof updateNote>) => Promise<ReplyOf<typeof updateNote>>
}

export type Delivery = Pick<
  EditorState,
  'noteNo' | 'topicNo' | 'requestKey' | 'version' | 'writing' | 'unanswered' | 'keepsEarlier'
> & {
  /** What the note was on this version; null where that is not known. */
  base: NoteContent | null
}

/** `theirs`: somebody else's version stands there, and nothing was changed. */
export type Delivered = { noteNo: number; version: number } | { noteNo: number; theirs: OtherVersion }

/**
 * Brings a writing to the server: as one note, however often its first save is repeated, and never over what somebody else saved
 * meanwhile. What stands there because an earlier answer was lost counts as one's own, and so does what was written on, if it is
 * there again as another version: as from the trash. Throws what the calls throw.
 */
export async function deliver({ post, update }: DeliveryCalls, delivery: Delivery): Promise<Delivered> {
  const { writing, unanswered, keepsEarlier, base } = delivery
  const content = { title: writing.title, text: encodeNoteText(writing.text) }
  let { noteNo, version } = delivery
  if (noteNo === null) {
    const made = await post({ topicNo: delivery.topicNo, requestKey: delivery.requestKey, ...content })
    const isAsSent = made.version === FIRST_VERSION && unanswered.every(sent => isSameSaved(sent, writing))
    if (isAsSent) return { noteNo: made.noteNo, version: made.version }
    // It is the note of an earlier attempt, with what was written then, or changed since: bring it up to date.
    noteNo = made.noteNo
    version = FIRST_VERSION
  }
  const saved = await save(version)
  if (!('theirs' in saved)) return saved
  const known = base === null ? unanswered : [base, ...unanswered]
  if (!known.some(own => isSameSaved(own, saved.theirs))) return saved
  if (isSameSaved(writing, saved.theirs)) return { noteNo, version: saved.theirs.version }
  return save(saved.theirs.version)

  async function save(onVersion: number): Promise<Delivered> {
    const at = { noteNo: noteNo as number }
    const keeping = keepsEarlier && { keepEarlier: true }
    const reply = await update({ ...at, version: onVersion, ...content, ...keeping })
    if (reply.success) return { ...at, version: reply.version }
    const { title, text, version: newest, lastUpdate } = reply
    return { ...at, theirs: { title, text: decodeText(text), version: newest, lastUpdate } }
  }
}

/** Whether both are the same once they are saved: the server composes letters, and trims titles. */
function isSameSaved(one: NoteContent, other: NoteContent): boolean {
  return isSameContent(one, other) || isSameContent(asSaved(one), asSaved(other))
}

/** What cannot be saved stays as it is. */
function asSaved({ title, text }: NoteContent): NoteContent {
  return {
    title: noteTitleField.safeParse(title).data ?? title,
    text: encodedNoteText.safeParse(encodeNoteText(text)).data ?? text,
  }
}
