import { expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { getHubs } from '#protocol/hubs.ts'
import { PASSWORD_PROOF_MS } from '#protocol/limits.ts'
import { requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { picture, upload } from '#tests/support/images.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD, signInUser, type TestUser } from '#tests/support/users.ts'

let now = new Date()

const [node] = await openNodes({ clock: () => now })

const signInWith = async (email: string, password: string) =>
  (await call(node.url, signIn, { email, password })).body

async function createProvenUser(): Promise<TestUser> {
  const user = await newUser(node.url)
  const step = await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  expect(step).toMatchObject({ authenticated: true })
  return user
}

test('the password step returns the user’s data', async () => {
  const user = await newUser(node.url)
  const { email, name: username } = user
  const flags = { authenticated: true, hasPassword: true, mustChangePassword: false, mustConfirmEmail: false }
  const info = { ...flags, email, username, mobile: '', profPicURL: '' }
  expect(await user.call(requestMyInfo, { email: email.toUpperCase(), password: PASSWORD })).toEqual(info)
})

test('a wrong password, or another user’s address even with their password, returns nothing', async () => {
  const user = await newUser(node.url)
  const other = await newUser(node.url)
  await other.call(requestMyInfo, { email: other.email, password: PASSWORD })
  await other.call(updateMyInfo, { password: 'theirs 99' })

  for (const attempt of [
    { email: user.email, password: 'wrong password' },
    { email: user.email, password: '' },
    { email: other.email, password: 'theirs 99' },
    { email: other.email, password: PASSWORD },
    { email: '', password: PASSWORD },
  ]) {
    const reply = await user.call(requestMyInfo, attempt)
    expect(reply).toEqual({ authenticated: false, message: '비밀번호를 확인해 주세요.' })
  }
  const rejected = { success: false, authenticated: false }
  expect(await user.call(updateMyInfo, { mobile: '010-1234-5678' })).toMatchObject(rejected)
})

test('nothing can be changed without the password step, a quarter of an hour after it, or with that of another session', async () => {
  const user = await newUser(node.url)
  const otherSession = await signInUser(node.url, user.email)
  await otherSession.call(requestMyInfo, { email: user.email, password: PASSWORD })
  const rejected = {
    success: false,
    authenticated: false,
    message: '시간이 지났거나 비밀번호를 바꿨어요. 현재 비밀번호를 다시 입력해 주세요.',
    mobileMsg: '',
  }
  expect(await user.call(updateMyInfo, { mobile: '010-2222-3333' })).toEqual(rejected)

  await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  now = new Date(now.getTime() + PASSWORD_PROOF_MS)
  const theft = { mobile: '010-2222-3333', password: 'stolen 1234' }
  expect(await user.call(updateMyInfo, theft)).toEqual(rejected)
  expect(await signInWith(user.email, 'stolen 1234')).toEqual({ authenticated: false })
})

test('accepts the complete form of the specification, with its token in the body only', async () => {
  const user = await createProvenUser()
  const reply = await call(node.url, updateMyInfo, {
    authToken: user.token,
    email: 'somebody.else@example.com',
    username: '바꾸려는 이름',
    mobile: '+82 10-4444-5555',
    password: '',
    profPicFilename: '사진.png',
    imagefile0: upload(await picture('png'), '사진.png', 'image/png'),
    imageFileList: JSON.stringify([{ name: '사진.png', type: 'image/png' }]),
    removedFileList: JSON.stringify(['옛 사진.jpg']),
  })
  expect(reply.body).toMatchObject({ success: true, mobile: '01044445555', mobileMsg: '' })
  const seen = await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  expect(seen).toMatchObject({ username: user.name, mobile: '01044445555' })
  // What a form omits it keeps, and what it empties it removes.
  expect(await user.call(updateMyInfo, {})).toMatchObject({ mobile: '01044445555' })
  expect(await user.call(updateMyInfo, { mobile: '' })).toMatchObject({ mobile: '' })
  const next = await createProvenUser()
  expect(await next.call(updateMyInfo, { mobile: '010-4444-5555' })).toMatchObject({ success: true })
})

test('rejects a number of another user, and changes nothing else of the form', async () => {
  const first = await createProvenUser()
  await first.call(updateMyInfo, { mobile: '010-7777-8888' })
  const second = await createProvenUser()
  const reply = await second.call(updateMyInfo, {
    mobile: '01077778888',
    password: 'new 123456',
    imagefile0: upload(await picture('jpeg')),
  })
  const message = '이미 등록한 휴대폰 번호예요.'
  expect(reply).toEqual({ success: false, authenticated: true, message, mobileMsg: message })
  expect((await second.call(getHubs, {})).me.profPic).toBe('')
  await signInUser(node.url, second.email)
})

test('a picture is replaced by a new one and removed without one; the old address becomes invalid', async () => {
  const user = await createProvenUser()
  const statusOf = async (path: string) => (await fetch(node.url + path)).status
  const first = await user.call(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })
  const second = await user.call(updateMyInfo, { imagefile0: upload(await picture('png')) })
  if (!first.success || !second.success) throw new Error('refused')
  expect(await statusOf(first.profPicURL)).toBe(404)
  expect(await statusOf(second.profPicURL)).toBe(200)
  expect((await user.call(getHubs, {})).me.profPic).toBe(second.profPicURL)

  const removed = await user.call(updateMyInfo, { removedFileList: '["me.jpg"]' })
  expect(removed).toMatchObject({ success: true, profPicURL: '' })
  expect(await statusOf(second.profPicURL)).toBe(404)
})

test('rejects a file that is no picture, and a new password that has not 8 to 15 characters', async () => {
  const user = await createProvenUser()
  expect(await user.request(updateMyInfo, { imagefile0: upload('<svg/>') })).toMatchObject({
    status: 400,
    body: { message: 'JPG나 PNG 파일인지 확인해 주세요.', field: 'imagefile0' },
  })
  for (const password of ['1234567', '가'.repeat(16)])
    expect(await user.request(updateMyInfo, { password })).toMatchObject({
      status: 400,
      body: { message: '비밀번호를 8~15자로 입력해 주세요.' },
    })
  expect(await user.call(updateMyInfo, { password: '' })).toMatchObject({ success: true })
  await signInUser(node.url, user.email)
})

test('a new password revokes every other session and keeps this one', async () => {
  const user = await createProvenUser()
  const others = [await signInUser(node.url, user.email), await signInUser(node.url, user.email)]
  const bystander = await newUser(node.url)

  await user.call(updateMyInfo, { password: '새 비밀번호 34' })

  for (const other of others) expect((await other.request(getTopics, {})).status).toBe(401)
  await user.call(getTopics, {})
  await bystander.call(getTopics, {})
  expect(await signInWith(user.email, PASSWORD)).toEqual({ authenticated: false })
})

test('a concurrent sign-in with the old password does not survive the change', async () => {
  const user = await createProvenUser()
  const [, ...signIns] = await Promise.all([
    user.call(updateMyInfo, { password: '새 비밀번호 56' }),
    ...Array.from({ length: 8 }, () => signInWith(user.email, PASSWORD)),
  ])
  for (const body of signIns)
    if (body.authenticated) expect((await call(node.url, getTopics, {}, body.authToken)).status).toBe(401)
})

test.each<[string, (happening: () => Promise<unknown>) => Promise<void>]>([
  ['its password was hashed', happening => runBefore(node.app.context.passwords, 'hash', happening)],
  ['it was saved', happening => runBefore(node.app.context.repositories.users, 'update', happening)],
])(
  'a session that passed the password step before the password was changed can change nothing, if that was before %s',
  async (_, step) => {
    const thief = await createProvenUser()
    const owner = await signInUser(node.url, thief.email)
    await owner.call(requestMyInfo, { email: owner.email, password: PASSWORD })
    const changed = step(() => owner.call(updateMyInfo, { password: 'owner 9876' }))
    const late = await thief.request(updateMyInfo, { password: 'stolen 1234', mobile: '010-6666-0000' })
    await changed
    expect(late).toMatchObject({ status: 401 })
    expect(await owner.call(updateMyInfo, {})).toMatchObject({ success: false })
    expect(await signInWith(owner.email, 'stolen 1234')).toMatchObject({ authenticated: false })
    expect(await signInWith(owner.email, 'owner 9876')).toMatchObject({ authenticated: true })
    const step2 = await owner.call(requestMyInfo, { email: owner.email, password: 'owner 9876' })
    expect(step2).toMatchObject({ authenticated: true, mobile: '' })
  },
)
