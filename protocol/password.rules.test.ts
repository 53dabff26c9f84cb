import { expect, test } from 'vitest'
import { passwordError } from './password.rules.ts'

test.each([
  ['        ', 'accounts.passwordPlain'],
  ['aaaaaaaa', 'accounts.passwordPlain'],
  ['가가가가가가가가', 'accounts.passwordPlain'],
  ['12345678', 'accounts.passwordPlain'],
  ['98765432', 'accounts.passwordPlain'],
  ['90123456', 'accounts.passwordPlain'],
  ['qwertyui', 'accounts.passwordPlain'],
  ['POIUYTRE', 'accounts.passwordPlain'],
  ['가가가가가가가가'.normalize('NFD'), 'accounts.passwordPlain'],
  ['Password', 'accounts.passwordPlain'],
  ['minho@example.com', 'accounts.passwordOwn'],
  ['Minho.Kim', null],
  ['minho@example', null],
  ['강아지가 열두 마리', null],
  ['12345679', null],
  ['qwertyuiq', null],
])('%j: %s', (password, validationError) => {
  expect(passwordError(password, { email: 'minho@example.com', username: '김 민호' })).toBe(validationError)
})

test('rejects the name and the local part of the e-mail address', () => {
  const owner = { email: 'minho.kim@example.com', username: '새싹 글쓰는 민호' }
  for (const own of ['MINHO.KIM', '새싹 글쓰는 민호', '새싹글쓰는민호'])
    expect(passwordError(own, owner)).toBe('accounts.passwordOwn')
  expect(passwordError('새싹 글쓰는 민호')).toBeNull()
})
