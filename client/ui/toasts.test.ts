import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { showToastAtom, type Toast, toastsAtom } from './toasts.ts'

function shown(...toasts: Toast[]): string[] {
  const store = createStore()
  for (const toast of toasts) store.set(showToastAtom, toast)
  return store.get(toastsAtom).map(({ text, link }) => `${text}${link?.to ?? ''}`)
}

const run = () => undefined

test('what is said again stands there once, as what was said last', () => {
  expect(shown({ text: '끊겼어요' }, { text: '저장했어요' }, { text: '끊겼어요' })).toEqual([
    '저장했어요',
    '끊겼어요',
  ])
})

test('each of two that can be undone, or lead elsewhere, stays', () => {
  const undone = { text: '지웠어요', action: { label: '되돌리기', run } }
  expect(shown(undone, undone)).toEqual(['지웠어요', '지웠어요'])
  const leading = (to: string) => ({ text: '복제했어요', link: { label: '보기', to } })
  expect(shown(leading('/1'), leading('/2'), leading('/2'))).toEqual(['복제했어요/1', '복제했어요/2'])
})
