import { expect, test } from 'vitest'
import { checkRegData, register, signIn } from '#protocol/accounts.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { asJson, call, callWithInvalidInput, post } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

const [node] = await openNodes({})
const user = await newUser(node.url)

let fresh = 0
/** Sign-up data that no other user has. */
function freshData() {
  fresh += 1
  return {
    email: `fresh${fresh}@example.com`,
    username: `새로운 사람 ${fresh}`,
    mobile: `0107777${String(fresh).padStart(4, '0')}`,
    password: PASSWORD,
  }
}

const noMessages = { emailMsg: '', usernameMsg: '', mobileMsg: '' }

test('a user who signs up can sign in, and is no administrator whatever they send', async () => {
  const data = freshData()
  const { email, username } = data
  const { body } = await callWithInvalidInput(node.url, register, { ...data, privilege: 1, userNo: 1 })
  expect(body).toEqual({ success: true, userNo: expect.any(Number), confirmationSent: false })
  const { userNo } = body as { userNo?: number }
  const { epoch } = node.app.context
  expect((await call(node.url, signIn, data)).body).toEqual({
    ...{ authenticated: true, authToken: expect.any(String), userNo, email, username, privilege: 0 },
    ...{ mustChangePassword: false, stays: false, profPic: '', epoch },
  })
})

const tooLongAddress = `a@${'b'.repeat(320)}.com`
test.each([
  [
    'email',
    ['', 'a', '@x.com', '1a@x.com', 'a b@x.com', 'a@x', 'a@x.c', '가@x.com', tooLongAddress],
    'emailInvalid',
  ],
  ['username', ['', '    ', 'abcd', '네글자뿐', 'ab   c'], 'usernameShort'],
  ['username', ['가'.repeat(41)], 'usernameLong'],
  ['mobile', ['abc', '010-123-456', '1'.repeat(16), '0'.repeat(41)], 'mobileInvalid'],
  ['password', ['', '1234567'], 'passwordShort'],
  ['password', ['가'.repeat(65)], 'passwordLong'],
] as const)('a wrong %s is reported at its field: %j', async (field, values, key) => {
  for (const value of values) {
    const answer = await call(node.url, register, { ...freshData(), [field]: value })
    const message = ko[`accounts.${key}`]
    expect(answer, value).toEqual({ status: 400, body: { success: false, code: 'invalid', field, message } })
  }
})

test.each([
  { username: '다섯글자임' },
  { username: '가'.repeat(40) },
  { mobile: '02-123-45678' },
  { mobile: '9'.repeat(15) },
  { mobile: '  ' },
  { mobile: undefined },
  { password: '가나다라마바사아' },
  { password: 'pq'.repeat(32) },
])('accepts lengths at the limits, and no mobile number: %j', async edge => {
  const data = { ...freshData(), ...edge }
  expect(await call(node.url, register, data)).toMatchObject({ body: { success: true } })
  expect(await call(node.url, signIn, data)).toMatchObject({ body: { authenticated: true } })
})

test.each([
  ['email', (existing: string) => existing.toUpperCase(), 'emailTaken'],
  ['email', (existing: string) => ` ${existing} `, 'emailTaken'],
  ['username', (existing: string) => existing.normalize('NFD'), 'usernameTaken'],
  ['username', (existing: string) => `  ${existing.replace(' ', '   ')}`, 'usernameTaken'],
  ['mobile', (existing: string) => `+82 ${existing.slice(1, 3)}-${existing.slice(3)}`, 'mobileTaken'],
  ['mobile', (existing: string) => `${existing.slice(0, 3)}-${existing.slice(3)}`, 'mobileTaken'],
] as const)('rejects a taken %s also in another spelling', async (field, spelling, key) => {
  const existing = freshData()
  await call(node.url, register, existing)
  const wanted = { ...freshData(), [field]: spelling(existing[field]) }
  const rejection = { ...noMessages, [`${field}Msg`]: ko[`accounts.${key}`] }
  const { password: _, ...checked } = wanted
  expect((await call(node.url, checkRegData, checked)).body).toEqual({ isValid: false, ...rejection })
  expect(await call(node.url, register, wanted)).toEqual({
    status: 200,
    body: { success: false, message: expect.stringMatching(/[가-힣]/), ...rejection },
  })
})

test.each(['email', 'username', 'mobile'] as const)(
  'of five concurrent sign-ups with the same %s exactly one succeeds',
  async field => {
    const shared = freshData()[field]
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(node.url, register, { ...freshData(), [field]: shared })),
    )
    expect(answers.map(answer => answer.status)).toEqual(Array(5).fill(200))
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1)
    const rejected = answers.find(answer => !answer.body.success)
    expect(rejected?.body).toMatchObject({ [`${field}Msg`]: ko[`accounts.${field}Taken`] })
  },
)

test('sign-up data is validated field by field, and an empty field is skipped', async () => {
  expect((await call(node.url, checkRegData, {})).body).toEqual({ isValid: true, ...noMessages })
  const { password: _, ...right } = freshData()
  expect((await call(node.url, checkRegData, right)).body).toEqual({ isValid: true, ...noMessages })
  const wrong = { email: 'x', username: '가'.repeat(41), mobile: '010' }
  expect((await call(node.url, checkRegData, wrong)).body).toEqual({
    isValid: false,
    emailMsg: ko['accounts.emailInvalid'],
    usernameMsg: ko['accounts.usernameLong'],
    mobileMsg: ko['accounts.mobileInvalid'],
  })
})

test('the messages are in English for users who prefer it', async () => {
  const body = JSON.stringify({ email: user.email, username: 'abc' })
  const answer = await post(node.url + checkRegData.path, body, { ...asJson, 'Accept-Language': 'en' })
  expect(answer.body).toMatchObject({
    emailMsg: en['accounts.emailTaken'],
    usernameMsg: en['accounts.usernameShort'],
  })
})

test('a password matches however the system composes Hangul, and an e-mail in capitals', async () => {
  const typed = { email: user.email.toUpperCase(), password: PASSWORD.normalize('NFD') }
  const answer = await call(node.url, signIn, typed)
  expect(answer).toMatchObject({ body: { authenticated: true, email: user.email } })
})

test('a wrong password, an unknown address and malformed input get the same response', async () => {
  const wrong = [
    { email: user.email, password: 'wrong password' },
    { email: user.email, password: '' },
    { email: 'nobody@example.com', password: PASSWORD },
    { email: 'nonsense', password: PASSWORD },
    { email: '', password: '' },
  ]
  for (const input of wrong) {
    expect(await call(node.url, signIn, input)).toEqual({ status: 200, body: { authenticated: false } })
  }
})
