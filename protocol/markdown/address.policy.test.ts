import { expect, test } from 'vitest'
import { isImageAddress, isLinkAddress, isWebAddress } from './address.policy.ts'

test('the policy does not normalize an address', () => {
  for (const address of ['http://a', 'HTTPS://a', 'mailto:a@b', 'tel:1', 'tel:+1'])
    expect([isLinkAddress(address), isWebAddress(address)]).toEqual([true, true])
  for (const address of [
    ' https://a',
    'https:a',
    'https:///a',
    'https:\\\\a',
    'java\nscript:a',
    'blob:https://a',
    '',
  ]) {
    expect(isLinkAddress(address)).toBe(false)
    expect(isImageAddress(address)).toBe(false)
  }
  expect(isImageAddress('mailto:a@b')).toBe(false)
})

test('of paths, only those of screens are links', () => {
  for (const path of ['/', '/note?no=1#h-가', '/NOTE/', '/lookaround/note'])
    expect([isLinkAddress(path), isWebAddress(path)]).toEqual([true, false])
  for (const path of [
    '/notes',
    '/note/../api/me',
    '/./note//a',
    '//a.kr/note',
    '/note//',
    '/\\\\a.kr',
    '/note?a b',
  ])
    expect(isLinkAddress(path)).toBe(false)
})
