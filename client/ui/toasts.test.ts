import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { showToastAtom, type Toast, toastsAtom } from './toasts.ts'

function shown(...toasts: Toast[]): string[] {
  const store = createStore()
  for (const toast of toasts) store.set(showToastAtom, toast)
  return store.get(toastsAtom).map(({ text, link }) => `${text}${link?.to ?? ''}`)
}

const run = () => undefined

test('shows a repeated toast once, as the latest', () => {
  expect(shown({ text: '끊겼어요' }, { text: '저장했어요' }, { text: '끊겼어요' })).toEqual([
    '저장했어요',
    '끊겼어요',
  ])
})

test('keeps repeated toasts with an action or different links', () => {
  const undoable = { text: '지웠어요', action: { label: '되돌리기', run } }
  expect(shown(undoable, undoable)).toEqual(['지웠어요', '지웠어요'])
  const withLink = (to: string) => ({ text: '복제했어요', link: { label: '보기', to } })
  expect(shown(withLink('/1'), withLink('/2'), withLink('/2'))).toEqual(['복제했어요/1', '복제했어요/2'])
})

test('replaces a toast whose state has changed again', () => {
  const action = { label: '되돌리기', run }
  const [muted, unmuted] = ['껐어요', '켰어요'].map(text => ({ text, action, stateKey: 'hub 1 isMuted' }))
  const other = { text: '다른 방을 껐어요', action, stateKey: 'hub 2 isMuted' }
  expect(shown(muted as Toast, other, unmuted as Toast)).toEqual(['다른 방을 껐어요', '켰어요'])
})
