import { expect, test } from 'vitest'
import { register } from '#protocol/accounts.ts'
import { searchFriends } from '#protocol/hubs.ts'
import { call } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

const [node] = await openNodes({})
const searcher = await newUser(node.url)
const username = '찾을 사람'
const { body: registered } = await call(node.url, register, {
  email: 'kim-young_su@my-school.example.com',
  username,
  mobile: '010-1234-5678',
  password: PASSWORD,
})
const found = { userNo: registered.success ? registered.userNo : 0, userName: username, profPic: '' }
const search = (...candidates: string[]) =>
  searcher.call(searchFriends, { candidatesJSON: JSON.stringify(candidates) })

test.each([
  'kim-young_su@my-school.example.com',
  'KIM-Young_su@My-School.example.com',
  ' kim-young_su@my-school.example.com ',
  'kimyoung_su@myschool.example.com',
  '01012345678',
  '010-1234-5678',
  '010 1234 5678',
  '+82 10-1234-5678',
  '+821012345678',
  '821012345678',
])('%s finds one user, with name and picture only', async candidate => {
  expect(await search(candidate)).toEqual({
    success: true,
    searchResults: [found],
    searchResultUserNos: [found.userNo],
  })
})

test('several users are returned in the requested order', async () => {
  const asked = [searcher.email, 'kim-young_su@my-school.example.com']
  const numbers = [searcher.userNo, found.userNo]
  expect((await search(...asked)).searchResultUserNos).toEqual(numbers)
  expect((await search(...asked.reverse())).searchResultUserNos).toEqual(numbers.reverse())
})

test.each([
  'kim-young_su',
  'kim-young_su@',
  'kim-young_su@my-school.example',
  'kim-young_su@my-school.example.co',
  'im-young_su@my-school.example.com',
  'kim.young_su@my-school.example.com',
  'kim-young%su@my-school.example.com',
  '.*@my-school.example.com',
  '0101234567',
  '010123456789',
  '1012345678',
  '12345678',
  '찾을 사람',
  '-----',
  '@@@@@',
  '+82 (',
  '',
])('%s finds nobody: only the complete address or number matches', async candidate => {
  expect(await search(candidate)).toEqual({ success: true, searchResults: [], searchResultUserNos: [] })
})

test('several candidates of the same user return them once', async () => {
  const result = await search(
    searcher.email,
    '01012345678',
    'kim-young_su@my-school.example.com',
    'nobody@x.com',
  )
  expect(new Set(result.searchResultUserNos)).toEqual(new Set([searcher.userNo, found.userNo]))
  expect(result.searchResults.map(user => user.userNo)).toEqual(result.searchResultUserNos)
})

test('an empty search returns nothing', async () => {
  expect(await search()).toMatchObject({ searchResults: [] })
})
