import { expect, test } from 'vitest'
import { checkRegData, register } from '#protocol/accounts.ts'
import { EMAIL_MAX } from '#protocol/limits.ts'
import { requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { PASSWORD, signInUser } from '#tests/support/users.ts'

/** Which names and passwords are allowed. */
const [node] = await openNodes({})
let number = 0

function signUp(username: string, password = PASSWORD) {
  number += 1
  return call(node.url, register, { email: `rules${number}@example.com`, username, password })
}

test.each(['Мinho Kim', 'MINHO KIM', 'minhо\u00a0kim', 'Ｍｉｎｈｏ Ｋｉｍ'])(
  '%s is taken by Minho Kim',
  async lookAlike => {
    await signUp('Minho Kim')
    const result = { usernameMsg: '다른 사람이 쓰고 있는 이름이에요.' }
    expect((await call(node.url, checkRegData, { username: lookAlike })).body).toMatchObject(result)
    expect((await signUp(lookAlike)).body).toMatchObject({ success: false, ...result })
  },
)

test('of two concurrent sign-ups with names that look alike one succeeds', async () => {
  const both = await Promise.all(['rolling stone', 'roIIing stone'].map(name => signUp(name)))
  expect(both.map(({ body }) => body.success).sort()).toEqual([false, true])
})

test.each(['글마루 운영자', '탈퇴한 사람', 'Geu1maru Admin'])('%s is not allowed as a name', async name => {
  expect((await signUp(name)).body).toMatchObject({
    success: false,
    usernameMsg: '글마루나 운영자, 탈퇴한 사람으로 보이는 이름은 쓸 수 없어요.',
  })
})

test.each([
  ['email', ko['accounts.emailInvalid']],
  ['username', ko['accounts.usernameLong']],
  ['mobile', ko['accounts.mobileInvalid']],
])('%s: a name that is too long to be compared gets the message about its length', async (field, message) => {
  const email = `${'a'.repeat(EMAIL_MAX - '@b.kr'.length)}@b.kr`
  expect((await call(node.url, checkRegData, { email })).body).toMatchObject({ isValid: true })
  expect(await call(node.url, checkRegData, { [field]: `a${email}` })).toMatchObject({
    status: 400,
    body: { field, message },
  })
})

test('a name with hidden characters is an invalid field', async () => {
  const { status, body } = await signUp('민호\u202e친구들')
  expect(status).toBe(400)
  expect(body).toMatchObject({ field: 'username', message: expect.stringContaining('눈에 보이지 않거나') })
})

test.each(['12345678', '        ', 'qwertyui', 'password'])(
  '%j is rejected as a password',
  async password => {
    expect(await signUp('비밀번호 쉬운 사람', password)).toMatchObject({
      status: 400,
      body: { field: 'password', message: '너무 쉬운 비밀번호예요. 다른 비밀번호를 써 주세요.' },
    })
  },
)

test('the user’s address and name are rejected as a password, at sign-up and in my-info', async () => {
  const rejected = {
    status: 400,
    body: { field: 'password', message: '이메일이나 이름은 비밀번호로 쓸 수 없어요.' },
  }
  expect(await signUp('바람이 머무는 집', '바람이 머무는 집')).toMatchObject(rejected)
  const email = 'windhouse@example.com'
  await call(node.url, register, { email, username: '바람의 집', password: PASSWORD })
  const user = await signInUser(node.url, email)
  await user.call(requestMyInfo, { email, password: PASSWORD })
  expect(await user.request(updateMyInfo, { password: 'WindHouse' })).toMatchObject(rejected)
})
