import { expect, test } from 'vitest'
import { visibleSessions } from './SessionList.tsx'
import { type MyInfoField, validationErrorOf } from './useMyInfo.ts'

const owner = { email: 'minho@example.com', username: '글 쓰는 민호' }

const emptyEntries = { mobile: '', password: '', passwordConfirm: '' }
const letters = '다람쥐 헌 쳇바퀴에 타고파요'.repeat(2)

test.each<[MyInfoField, string, string | undefined]>([
  ['mobile', '', undefined],
  ['mobile', '010-1234-5678', undefined],
  ['mobile', '1234', 'accounts.mobileInvalid'],
  ['password', '', undefined],
  ['password', letters.slice(0, 7), 'accounts.newPasswordLength'],
  ['password', letters.slice(0, 8), undefined],
  ['password', letters.slice(0, 15), undefined],
  ['password', letters.slice(0, 16), 'accounts.newPasswordLength'],
  ['password', 'xxxxxxxx', 'accounts.passwordPlain'],
  ['password', '글 쓰는 민호', 'accounts.newPasswordLength'],
  ['passwordConfirm', '', undefined],
  // The password was cleared.
  ['passwordConfirm', 'left over', 'accounts.passwordMismatch'],
])('%s %j has the error %s', (field, value, validationError) => {
  expect(validationErrorOf(field, { ...emptyEntries, [field]: value }, owner)).toBe(validationError)
})

test('rejects the user name as a password, whatever its spaces', () => {
  const named = { ...owner, username: '글쓰는 민호입니다' }
  const entries = { ...emptyEntries, password: '글쓰는민호입니다' }
  expect(validationErrorOf('password', entries, named)).toBe('accounts.passwordOwn')
})

test('shows the first few of a thousand sessions until the user asks for all', () => {
  const sessions = Array.from({ length: 1000 }, (_, index) => index)
  const few = sessions.slice(0, 6)
  expect(visibleSessions(few, false)).toEqual({ visible: few, hiddenCount: 0 })
  expect(visibleSessions(sessions, false)).toEqual({ visible: [0, 1, 2, 3, 4], hiddenCount: 995 })
  expect(visibleSessions(sessions, true)).toEqual({ visible: sessions, hiddenCount: 0 })
})
