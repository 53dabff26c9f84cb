import { callApi } from '#client/platform/calls/callApi.ts'
import { callTimeout } from '#client/platform/calls/retry.ts'
import type { InputOf, ReplyOf } from '#protocol/call.ts'
import { decodeText } from '#protocol/encoding.ts'
import { encodedNoteText, noteTitleField, postNote, updateNote } from '#protocol/notes.ts'
import { type EditorState, FIRST_VERSION, type OtherVersion } from './editor.reducer.ts'
import { encodeNoteText, isSameContent, type NoteContent } from './note.content.ts'

export interface NoteCalls {
  post: (input: InputOf<typeof postNote>) => Promise<ReplyOf<typeof postNote>>
  update: (input: InputOf<typeof updateNote>) => Promise<ReplyOf<typeof updateNote>>
}

export type NoteUpload = Pick<
  EditorState,
  'noteNo' | 'topicNo' | 'requestKey' | 'version' | 'content' | 'unacknowledged' | 'keepsEarlier'
> & {
  /** Content of the note at `version`; null if unknown. */
  base: NoteContent | null
}

/** `theirs`: the server has another version; nothing was saved. */
type UploadResult = { noteNo: number; version: number } | { noteNo: number; theirs: OtherVersion }

/**
 * Saves a note. The request key makes repeated first saves idempotent, and the version prevents overwriting another user's change. A
 * version on the server counts as the user's own if its content equals an unacknowledged attempt, or equals `base`, which gets a new
 * version when a note is restored from the trash. Throws what the calls throw.
 */
export async function uploadNote({ post, update }: NoteCalls, upload: NoteUpload): Promise<UploadResult> {
  const { content, unacknowledged, keepsEarlier, base } = upload
  const encoded = { title: content.title, text: encodeNoteText(content.text) }
  let { noteNo, version } = upload
  if (noteNo === null) {
    const created = await post({ topicNo: upload.topicNo, requestKey: upload.requestKey, ...encoded })
    const isUpToDate =
      created.version === FIRST_VERSION && unacknowledged.every(attempt => isSameNormalized(attempt, content))
    if (isUpToDate) return { noteNo: created.noteNo, version: created.version }
    // An earlier attempt created the note, so update it with the current content.
    noteNo = created.noteNo
    version = FIRST_VERSION
  }
  const change = { noteNo, ...encoded, ...(keepsEarlier && { keepEarlier: true }) }
  const result = await saveVersion(update, { ...change, version })
  if (!('theirs' in result)) return result
  const ownVersions = base === null ? unacknowledged : [base, ...unacknowledged]
  if (!ownVersions.some(own => isSameNormalized(own, result.theirs))) return result
  if (isSameNormalized(content, result.theirs)) return { noteNo, version: result.theirs.version }
  return saveVersion(update, { ...change, version: result.theirs.version })
}

/** Saves the note if `input.version` is still its version on the server. */
async function saveVersion(
  update: NoteCalls['update'],
  input: InputOf<typeof updateNote> & { noteNo: number },
): Promise<UploadResult> {
  const { noteNo } = input
  const reply = await update(input)
  if (reply.success) return { noteNo, version: reply.version }
  const { title, text, version, lastUpdate } = reply
  return { noteNo, theirs: { title, text: decodeText(text), version, lastUpdate } }
}

/** Compares contents as the server stores them: NFC-normalized, with trimmed titles. */
function isSameNormalized(one: NoteContent, other: NoteContent): boolean {
  return isSameContent(one, other) || isSameContent(normalizeContent(one), normalizeContent(other))
}

/** Returns invalid fields unchanged. */
function normalizeContent({ title, text }: NoteContent): NoteContent {
  return {
    title: noteTitleField.safeParse(title).data ?? title,
    text: encodedNoteText.safeParse(encodeNoteText(text)).data ?? text,
  }
}

/** `onChanged` runs after each save. */
export function createNoteCalls(onChanged: () => void): NoteCalls {
  return {
    async post(input) {
      const created = await callApi(postNote, input, callTimeout())
      onChanged()
      return created
    },
    async update(input) {
      const reply = await callApi(updateNote, input, callTimeout())
      if (reply.success) onChanged()
      return reply
    },
  }
}
