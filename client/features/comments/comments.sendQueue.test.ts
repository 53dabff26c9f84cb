// @vitest-environment jsdom

import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { runBeforeSignOutTasks } from '#client/session/session.beforeSignOut.ts'
import { startSession } from '#client/session/session.ts'
import type { Passage } from '#protocol/passages.ts'
import { sendDraft } from './comments.sendQueue.ts'

const findPassage = vi.hoisted(() => vi.fn())
vi.mock(import('#client/features/passages/findPassage.ts'), () => ({ findPassage }))
vi.mock(import('#client/platform/calls/callApi.ts'), async importOriginal => ({
  ...(await importOriginal()),
  callApi: vi.fn(),
}))

const passage: Passage = { noteVersion: 1, start: 0, end: 2, exact: '문장', prefix: '', suffix: '' }

function signIn(userNo: number): void {
  startSession({
    ...{ authenticated: true, authToken: 't', userNo, email: '', username: '', privilege: 0 },
    ...{ mustChangePassword: false, stays: false, profPic: '', epoch: '' },
  })
}

test('a comment is not sent by a user who signs in while its passage is looked up', async () => {
  await completeCatalogue()
  vi.mocked(callApi)
    .mockRejectedValueOnce(new CallFailed({ code: 'invalid', status: 400, field: 'passage' }))
    .mockRejectedValue(new CallFailed({ code: 'offline', status: 0 }))
  findPassage.mockImplementation(async () => {
    signIn(2)
    return { ...passage, noteVersion: 2 }
  })

  signIn(1)
  sendDraft(new QueryClient(), { userNo: 1, place: { hubNo: 1, noteNo: 1 } }, '댓글', { passage })
  await runBeforeSignOutTasks()
  expect(findPassage).toHaveBeenCalledOnce()
  expect(callApi).toHaveBeenCalledOnce()
})
