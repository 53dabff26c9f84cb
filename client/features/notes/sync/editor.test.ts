import { expect, test } from 'vitest'
import { createNoteDocument } from '#client/features/documents/noteDocument.ts'
import { createFakeServer } from '#client/features/documents/testing/fakeServer.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { createEditor } from './editor.ts'

const SAVED = { title: '봄', text: '처음 글' }
const NOTE = { ...SAVED, version: 1, lastUpdate: '2026-03-01T00:00:00.000Z', topicNo: 7 }

test('a refused save is not pending any more once the text has been saved otherwise', async () => {
  const document = createNoteDocument({
    ...{ userNo: 5, copyId: 'tab', copy: null, now: Date.now },
    start: { documentId: 'new', noteNo: 1, topicNo: 7, savedContent: SAVED, savedAt: null },
    transport: createFakeServer(SAVED, NOTE).connect(() => undefined),
    post: async () => ({ noteNo: 1 }),
    update: () => Promise.reject(new CallFailed({ code: 'unavailable', status: 503 })),
    saveTogether: async () => undefined,
    uploadPictures: async text => text,
    store: async () => true,
  })
  const editor = createEditor({ document, isAutosaving: false, now: Date.now })
  await document.sync.flush()
  document.edit({ text: [{ from: 0, to: 0, insert: '새 ' }] })
  expect(await editor.save('manual')).toBe(false)
  expect(editor.state().saveRequestedAt).not.toBeNull()
  document.receiveSaved({ ...SAVED, text: '새 처음 글', lastUpdate: NOTE.lastUpdate })
  expect(await editor.save('manual')).toBe(true)
  expect(editor.state().saveRequestedAt).toBeNull()
  await document.close()
})
