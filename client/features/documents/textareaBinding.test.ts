// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { applyEdits, fieldOf } from '#protocol/document/content.ts'
import { bindTextarea } from './textareaBinding.ts'

test('a change of many places changes the text area once, and leaves the selection in place', () => {
  const doc = new Y.Doc()
  fieldOf(doc, 'text').insert(0, '가 나\n'.repeat(600))
  const area = document.createElement('textarea')
  const sync = { doc: () => doc, hold: () => () => undefined, onDocReplaced: () => () => undefined }
  const unbind = bindTextarea({ area, sync, field: 'text' })
  area.setSelectionRange(1_200, 1_203)
  const setRangeText = vi.spyOn(area, 'setRangeText')
  const edits = Array.from({ length: 600 }, (_, line) => ({
    from: 4 * line,
    to: 4 * line + 1,
    insert: '하늘',
  }))
  applyEdits(doc, { text: edits })
  expect(area.value).toBe('하늘 나\n'.repeat(600))
  expect([area.selectionStart, area.selectionEnd]).toEqual([1_500, 1_504])
  expect(setRangeText).not.toHaveBeenCalled()
  unbind()
})
