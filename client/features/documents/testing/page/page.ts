import { createDocumentSync, type DocumentSync } from '#client/features/documents/documentSync.ts'
import { createDocumentUndo } from '#client/features/documents/documentUndo.ts'
import { createFakeServer } from '#client/features/documents/testing/fakeServer.ts'
import { bindTextarea } from '#client/features/documents/textareaBinding.ts'
import type { TextEdit } from '#protocol/document/content.ts'

/** A page for browser tests: a text area with a document that another user edits as well. */
declare global {
  interface Window {
    /** Replaces document, text area and users. */
    start: (text: string, max?: number) => Promise<void>
    refusals: number
    /** The other user edits the text, at positions in their own copy. */
    editAsOther: (edit: TextEdit) => Promise<void>
    textOfOther: () => string
    /** The server begins a new document with this text, as after the restore of an earlier one. */
    replaceDocument: (text: string) => Promise<void>
    /** Resolves when both copies are synchronized, or when they would be without the composition. */
    settled: () => Promise<void>
  }
}

let stop: () => void = () => undefined

window.start = async (text, max = Number.POSITIVE_INFINITY) => {
  stop()
  const area = document.querySelector('textarea') as HTMLTextAreaElement
  const server = createFakeServer({ title: '', text })
  function connect(): DocumentSync {
    const sync: DocumentSync = createDocumentSync({
      subject: { noteNo: 1 },
      transport: server.connect(event => sync.receiveEdited(event)),
      onChange: () => undefined,
    })
    return sync
  }
  const [mine, other] = [connect(), connect()]
  await Promise.all([mine.flush(), other.flush()])
  window.refusals = 0
  const unbind = bindTextarea({
    ...{ area, sync: mine, field: 'text' },
    limit: {
      refuses: (before, after) => after.length > max && after.length > before.length,
      onRefused: () => (window.refusals += 1),
      endComposition(composing) {
        composing.blur()
        composing.focus()
      },
    },
  })
  const undo = createDocumentUndo(area, mine, 'text', () => undefined)
  stop = () => {
    unbind()
    undo.destroy()
    mine.stop()
    other.stop()
  }
  window.editAsOther = async edit => {
    other.edit({ text: [edit] })
    await other.flush()
  }
  window.replaceDocument = async next => {
    server.replace({ title: '', text: next })
    for (const sync of [mine, other]) sync.reopen()
    await window.settled()
  }
  window.textOfOther = () => other.content().text
  window.settled = async () => void (await Promise.all([mine.flush(), other.flush()]))
}
