import * as Y from 'yjs'
import { createCopy, type StoredDocument } from '#client/features/documents/storedDocument.ts'
import type { Editor } from '#client/features/notes/sync/editor.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { fieldOf, type TextEdit } from '#protocol/document/content.ts'
import { diffText } from '#protocol/document/merge.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { goodBreak, splitIntoParts } from '#protocol/markdown/splitParts.ts'
import { textLength } from '#protocol/normalization.ts'
import { wholeText } from '#protocol/seriesText.ts'
import type { SeriesCalls } from './series.calls.ts'

/** The end of a text, from a position on: how much of it stays in the note, and what the next parts begin with. */
interface Division {
  stays: string
  /** At least one. */
  parts: string[]
}

/** Which part of the text is divided, and how. */
export interface DivisionPlan {
  from: number
  divide: (end: string) => Division
}

/** Cuts the text of an editor at a good break. */
export function planContinuation(text: string): DivisionPlan {
  const [first = ''] = text.length > NOTE_BODY_MAX ? splitIntoParts(text) : [text.slice(0, goodBreak(text))]
  return { from: first.length, divide: end => ({ stays: '', parts: splitIntoParts(end) }) }
}

/** Inserts a text that is too long for the note in place of a selection, which moves with changes of the text. */
export const planInsertion =
  (insert: string, selection: () => { start: number; end: number }) => (): DivisionPlan => ({
    from: 0,
    divide(text) {
      const { start, end } = selection()
      const [stays = '', ...parts] = splitIntoParts(text.slice(0, start) + insert + text.slice(end))
      return { stays, parts: parts.length > 0 ? parts : [''] }
    },
  })

interface Options {
  editor: Editor
  calls: SeriesCalls
  /** For the present text, whose pictures are uploaded first. */
  plan: (text: string) => DivisionPlan
  userNo: number
  keys: RequestKeys
  /** Stores a copy on this device that nobody else uses meanwhile. Returns the function that deletes it. */
  storeMeanwhile: (copy: StoredDocument) => Promise<() => Promise<void>>
}

/** The keys of new parts by the note that they follow, until the end of its text is removed. They survive a reload. */
export interface RequestKeys {
  of: (noteNo: number) => readonly string[]
  store: (noteNo: number, keys: readonly string[]) => void
}

/**
 * Moves the end of a text into new parts after the note, and returns the number of the last one. Null if the note could not be saved, as
 * its editor says. The text is removed from the note only after the parts have it. A repeated attempt makes no other parts. Throws
 * CallFailed.
 */
export async function continueInParts(options: Options): Promise<number | null> {
  const { editor } = options
  const { document } = editor
  if (document.sync.isHeld()) await document.sync.whenReleased()
  await document.uploadPictures()
  const { noteNo, content } = editor.state()
  if (noteNo === null && textLength(content.text) > NOTE_BODY_MAX) return continueUnsaved(options)
  if (noteNo === null && !(await editor.save('manual'))) return null
  const last = await moveEnd(options)
  await editor.save('manual')
  return last
}

/** Repeats until the end of the text has not changed while its parts were saved. */
async function moveEnd({ plan, ...options }: Options): Promise<number> {
  const { document, state } = options.editor
  const { sync } = document
  const { from, divide } = plan(state().content.text)
  const place = trackEnd(options.editor, from)
  const newParts = createNewParts(options)
  for (;;) {
    const end = place.read()
    const { stays, parts } = divide(end)
    await newParts.save(parts)
    // The change would break the syllable that is being composed.
    if (sync.isHeld()) await sync.whenReleased()
    if (place.read() !== end) continue
    place.replace(stays)
    return newParts.finish()
  }
}

/**
 * A new note that is too long cannot be saved before its end is removed. Meanwhile this device stores the end as a note of its own, which
 * the list of unsaved texts shows after a crash.
 */
async function continueUnsaved({ plan, storeMeanwhile, ...options }: Options): Promise<number | null> {
  const { editor, userNo } = options
  const { topicNo, content } = editor.state()
  const { from, divide } = plan(content.text)
  const end = content.text.slice(from)
  const { stays, parts } = divide(end)
  const copy = createCopy({
    ...{ userNo, topicNo, documentId: makeRequestKey() },
    content: { title: content.title, text: wholeText(parts.map(text => ({ text }))) },
  })
  const deleteCopy = await storeMeanwhile(copy)
  const place = trackEnd(editor, from)
  const putBack = () => place.replace(end + place.read().slice(stays.length))
  place.replace(stays)
  try {
    if (await editor.save('manual')) {
      const newParts = createNewParts(options)
      await newParts.save(parts)
      return newParts.finish()
    }
    putBack()
    return null
  } catch (error) {
    putBack()
    throw error
  } finally {
    await deleteCopy()
  }
}

/** Whether less than half of the copied text is left: then only the part has the rest. */
function isMostlyRemoved(copied: string, text: string): boolean {
  const removed = diffText(copied, text).reduce((sum, { from, to }) => sum + to - from, 0)
  return removed > copied.length / 2
}

/** Nobody has changed the note since it was made. */
const FIRST_VERSION = 1

interface NewPart {
  noteNo: number
  version: number
  text: string
}

/** The parts that follow the note of an editor. */
function createNewParts({ editor, calls, keys }: Pick<Options, 'editor' | 'calls' | 'keys'>) {
  const { noteNo, savedContent } = editor.state()
  if (noteNo === null) throw new Error('the note is not saved')
  const headNo = noteNo
  const usedKeys = [...keys.of(headNo)]
  const earlierCount = usedKeys.length
  const made: NewPart[] = []

  async function make(index: number, text: string): Promise<NewPart> {
    const after = made[index - 1]?.noteNo ?? headNo
    const isRepeated = index < earlierCount
    usedKeys[index] ??= makeRequestKey()
    keys.store(headNo, usedKeys)
    const part = { ...(await calls.create({ noteNo: after, text, requestKey: usedKeys[index] })), text }
    if (!isRepeated) return part
    // The earlier attempt may have made it with another text, and somebody may have changed it since.
    const saved = await calls.read(part.noteNo)
    const isInNote = editor.state().content.text.includes(saved.text) || !isMostlyRemoved(saved.text, text)
    if ((saved.version === FIRST_VERSION && isInNote) || saved.text === text)
      return change({ ...part, ...saved }, text)
    usedKeys[index] = makeRequestKey()
    keys.store(headNo, usedKeys)
    return { ...(await calls.create({ noteNo: after, text, requestKey: usedKeys[index] })), text }
  }

  async function change(part: NewPart, text: string): Promise<NewPart> {
    if (part.text === text) return part
    const version = await calls.update({ ...part, title: savedContent.title, text })
    return { ...part, version, text }
  }

  return {
    async save(texts: readonly string[]): Promise<void> {
      for (let index = 0; index < Math.max(texts.length, made.length); index++) {
        const [part, text] = [made[index], texts[index] ?? '']
        made[index] = part ? await change(part, text) : await make(index, text)
      }
    },
    /** Returns the number of the last part. */
    finish(): number {
      keys.store(headNo, [])
      return made.at(-1)?.noteNo ?? headNo
    },
  }
}

/** The end of the text of an editor, wherever other changes move it. */
function trackEnd(editor: Editor, from: number) {
  const { sync } = editor.document
  const position = Y.createRelativePositionFromTypeIndex(fieldOf(sync.doc(), 'text'), from, -1)

  function index(): number {
    const absolute = Y.createAbsolutePositionFromRelativePosition(position, sync.doc())
    // The server has lost the document, and the editor has opened another one.
    if (absolute === null) throw new Error('the document was replaced')
    return absolute.index
  }

  return {
    read: () => editor.state().content.text.slice(index()),
    /** Not a step of undo, which would bring back what the next part has. */
    replace(text: string): void {
      const at = index()
      const edits: TextEdit[] = diffText(editor.state().content.text.slice(at), text)
      editor.document.edit({
        text: edits.map(edit => ({ ...edit, from: edit.from + at, to: edit.to + at })),
      })
    },
  }
}
