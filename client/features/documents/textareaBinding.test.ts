// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { applyEdits, fieldOf } from '#protocol/document/content.ts'
import { createDocumentUndo } from './documentUndo.ts'
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

test('text areas with line feeds follow a text with carriage returns', () => {
  const doc = new Y.Doc()
  const text = fieldOf(doc, 'text')
  text.insert(0, '하나예요\r\n둘이에요\r\n셋이에요')
  const sync = { doc: () => doc, hold: () => () => undefined, onDocReplaced: () => () => undefined }
  const areas = [document.createElement('textarea'), document.createElement('textarea')] as const
  const unbind = areas.map(area => bindTextarea({ area, sync, field: 'text' }))
  const [first, second] = areas
  const typeInto = (area: HTMLTextAreaElement, typed: string, at: number) => {
    area.setSelectionRange(at, at)
    area.setRangeText(typed, at, at, 'end')
    area.dispatchEvent(new Event('input'))
  }
  applyEdits(doc, { text: [{ from: text.length, to: text.length, insert: '\r\n넷이에요' }] })
  expect(text.toString()).toBe('하나예요\r\n둘이에요\r\n셋이에요\r\n넷이에요')
  const shown = '하나예요\n둘이에요\n셋이에요\n넷이에요'
  expect([first.value, second.value]).toEqual([shown, shown])
  typeInto(first, '일 ', 0)
  typeInto(second, '!', second.value.length)
  for (const value of [text.toString(), first.value, second.value]) expect(value).toBe(`일 ${shown}!`)
  for (const end of unbind) end()
})

test('typing in a long text with carriage returns leaves what others type at its place', () => {
  const doc = new Y.Doc()
  const text = fieldOf(doc, 'text')
  text.insert(0, '가\r\n'.repeat(400))
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
  const area = document.createElement('textarea')
  const sync = { doc: () => doc, hold: () => () => undefined, onDocReplaced: () => () => undefined }
  const unbind = bindTextarea({ area, sync, field: 'text' })
  area.setRangeText('나', 0, 0, 'end')
  area.dispatchEvent(new Event('input'))
  fieldOf(other, 'text').insert(200 * 3, '다')
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other))
  expect(text.toString()).toBe(`나${'가\n'.repeat(200)}다${'가\n'.repeat(200)}`)
  expect(area.value).toBe(text.toString())
  unbind()
})

test('a tool changes the places that the text area shows, also in a text with carriage returns', () => {
  const doc = new Y.Doc()
  const text = fieldOf(doc, 'text')
  text.insert(0, '가\r\n나\r\n다 라')
  const area = document.createElement('textarea')
  const sync = { doc: () => doc, hold: () => () => undefined, onDocReplaced: () => () => undefined }
  const unbind = bindTextarea({ area, sync, field: 'text' })
  const undo = createDocumentUndo(area, sync, 'text', () => undefined)
  undo.edit([{ from: area.value.indexOf('다'), to: area.value.indexOf('다') + 1, insert: '바다' }])
  expect(text.toString()).toBe('가\n나\n바다 라')
  expect(area.value).toBe(text.toString())
  undo.destroy()
  unbind()
})
