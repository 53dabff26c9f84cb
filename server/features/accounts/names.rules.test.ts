import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { usernameField } from '#protocol/accounts.ts'
import { confusablesModule } from '../../../scripts/generate/confusables.ts'
import { isReservedName, nameKeyOf } from './names.rules.ts'

describe('treats lookalike names as equal', () => {
  test.each([
    ['pаypal', 'paypal'],
    ['PaypaI', 'paypal'],
    ['MINHO', 'minho'],
    ['ｍｉｎｈｏ', 'minho'],
    ['Мinho', 'Minho'],
    ['modern', 'modem'],
    ['민호 1O', '민호 l0'],
    ['민\u200b호', '민호'],
    ['민호\u202e', '민호'],
    ['민호'.normalize('NFD'), '민호'],
    ['ⓜⓘⓝⓗⓞ', 'minho'],
    ['áuthor', 'author'],
    ['a̲uthor', 'author'],
    ['민호\u0323', '민호'],
    ['민\u302e호\u20dd', '민호'],
  ])('%s and %s', (one, other) => {
    expect(nameKeyOf(one)).toBe(nameKeyOf(other))
  })

  test.each([
    ['가까운 친구', '각가운 친구'],
    ['민호 1-1', '민호 1-2'],
    ['김민호', '김 민호'],
    ['minho', 'minha'],
    ['กิน', 'กัน'],
    ['かみ', 'がみ'],
  ])('tells %s and %s apart', (one, other) => {
    expect(nameKeyOf(one)).not.toBe(nameKeyOf(other))
  })
})

describe('reserves names of the product and its operators', () => {
  test.each(
    [
      '글마루, 글마루 운영자, 글 마루 관리자, 운영자, Geulmaru, geu1maru 운영팀, ADMIN, аdmin, Admin!',
      '탈퇴한 사람, 탈퇴한사용자, (탈퇴한 사용자), Official Geulmaru, 글마루 공식 계정, 관리자, 운영자 1, Admin 1',
      '최고관리자, 운영자입니다, 관리자님, 글마루 지원팀, 글마루 봇, Geulmaru help',
    ].flatMap(names => names.split(', ')),
  )('%s', name => expect(isReservedName(name)).toBe(true))

  test.each(
    '관리자 지망생, 글마루를 좋아하는 사람, 민호, 운영자의 친구, adminton, 탈퇴한 사람의 친구, 김지원, 지원, 대표님, 1'.split(
      ', ',
    ),
  )('allows %s', name => expect(isReservedName(name)).toBe(false))
})

describe('shows every character of a name', () => {
  test.each([
    '민호\u200b친구들',
    '\u202e민호친구들',
    '민호\u2066친구들\u2069',
    '민호\ufeff친구들',
    '민호친구들\ufe0f',
    '가나다\u{e0041}라마',
    'ㅤㅤㅤㅤㅤㅤ',
  ])('rejects %j', name => expect(usernameField.safeParse(name).success).toBe(false))

  test.each([
    '민호 👨‍👩‍👧‍👦 가족',
    '❤️ 민호와 친구들',
    '🏳️‍🌈 무지개',
    '👩🏽‍💻 개발자',
    'José María',
    'Nguyễn Văn',
  ])('accepts %s', name => expect(usernameField.parse(name)).toBe(name.normalize('NFKC')))

  test('rejects stacked combining marks', () => {
    expect(usernameField.safeParse(`민호와 친구들${'\u0301'.repeat(5)}`).success).toBe(false)
  })
})

test('is generated from the installed Unicode data', () => {
  expect(readFileSync(new URL('./confusables.ts', import.meta.url), 'utf8')).toBe(confusablesModule())
})
