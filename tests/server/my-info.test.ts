import { afterAll, beforeAll, expect, test } from 'vitest'
import { register, signIn } from '#protocol/accounts.ts'
import { getHubs } from '#protocol/hubs.ts'
import { PASSWORD_PROOF_MS } from '#protocol/limits.ts'
import { requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { picture, upload } from '#tests/support/images.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, type Person, signedIn } from '#tests/support/person.ts'

let node: TestNode
let now = new Date()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => now })
})
afterAll(() => node.stop())

async function provenPerson(): Promise<Person> {
  const person = await newPerson(node.url)
  const step = await person.does(requestMyInfo, { email: person.email, password: PASSWORD })
  expect(step).toMatchObject({ authenticated: true })
  return person
}

test('the password step shows what one has', async () => {
  const person = await newPerson(node.url)
  expect(await person.does(requestMyInfo, { email: person.email.toUpperCase(), password: PASSWORD })).toEqual(
    {
      authenticated: true,
      email: person.email,
      username: person.name,
      mobile: '',
      profPicURL: '',
      mustChangePassword: false,
      mustConfirmEmail: false,
    },
  )
})

test("a wrong password, and somebody else's address even with their password, show nothing", async () => {
  const person = await newPerson(node.url)
  const other = await newPerson(node.url)
  const otherPassword = 'only theirs 99'
  await other.does(requestMyInfo, { email: other.email, password: PASSWORD })
  await other.does(updateMyInfo, { password: 'theirs 99' })

  for (const attempt of [
    { email: person.email, password: 'wrong password' },
    { email: person.email, password: '' },
    { email: other.email, password: 'theirs 99' },
    { email: other.email, password: otherPassword },
    { email: other.email, password: PASSWORD },
    { email: '', password: PASSWORD },
  ]) {
    const reply = await person.does(requestMyInfo, attempt)
    expect(reply).toEqual({ authenticated: false, message: '비밀번호를 확인해 주세요.' })
  }
  expect(await person.does(updateMyInfo, { mobile: '010-1234-5678' })).toMatchObject({
    success: false,
    authenticated: false,
  })
})

test('nothing changes without the password step, or a quarter of an hour after it, or on its word elsewhere', async () => {
  const person = await newPerson(node.url)
  const elsewhere = await signedIn(node.url, person.email)
  await elsewhere.does(requestMyInfo, { email: person.email, password: PASSWORD })
  const rejected = {
    success: false,
    authenticated: false,
    message: '시간이 지났거나 비밀번호를 바꿨어요. 현재 비밀번호를 다시 입력해 주세요.',
    mobileMsg: '',
  }
  expect(await person.does(updateMyInfo, { mobile: '010-2222-3333' })).toEqual(rejected)

  await person.does(requestMyInfo, { email: person.email, password: PASSWORD })
  now = new Date(now.getTime() + PASSWORD_PROOF_MS)
  expect(await person.does(updateMyInfo, { mobile: '010-2222-3333', password: 'stolen 1234' })).toEqual(
    rejected,
  )
  expect((await call(node.url, signIn, { email: person.email, password: 'stolen 1234' })).body).toEqual({
    authenticated: false,
  })
})

test("the specification's whole form is taken, its token in the body alone", async () => {
  const person = await provenPerson()
  const reply = await call(node.url, updateMyInfo, {
    authToken: person.token,
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
  const seen = await person.does(requestMyInfo, { email: person.email, password: PASSWORD })
  expect(seen).toMatchObject({ username: person.name, mobile: '01044445555' })
})

test('a number that somebody else has is refused, and nothing else of the form is done', async () => {
  const first = await provenPerson()
  await first.does(updateMyInfo, { mobile: '010-7777-8888' })
  const second = await provenPerson()
  const reply = await second.does(updateMyInfo, {
    mobile: '01077778888',
    password: 'new 123456',
    imagefile0: upload(await picture('jpeg')),
  })
  const message = '이미 등록한 휴대폰 번호예요.'
  expect(reply).toEqual({ success: false, authenticated: true, message, mobileMsg: message })
  expect((await second.does(getHubs, {})).me.profPic).toBe('')
  await signedIn(node.url, second.email)
})

test('a number stays when the form does not name it, and goes when it is emptied', async () => {
  const person = await provenPerson()
  await person.does(updateMyInfo, { mobile: '010-9999-0000' })
  expect(await person.does(updateMyInfo, {})).toMatchObject({ mobile: '01099990000' })
  expect(await person.does(updateMyInfo, { mobile: '' })).toMatchObject({ mobile: '' })
  const next = await provenPerson()
  expect(await next.does(updateMyInfo, { mobile: '010-9999-0000' })).toMatchObject({ success: true })
})

test('a picture is replaced by a new one and removed without one; the old address dies', async () => {
  const person = await provenPerson()
  const statusOf = async (path: string) => (await fetch(node.url + path)).status
  const first = await person.does(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })
  const second = await person.does(updateMyInfo, { imagefile0: upload(await picture('png')) })
  if (!first.success || !second.success) throw new Error('refused')
  expect(await statusOf(first.profPicURL)).toBe(404)
  expect(await statusOf(second.profPicURL)).toBe(200)
  expect((await person.does(getHubs, {})).me.profPic).toBe(second.profPicURL)

  const removed = await person.does(updateMyInfo, { removedFileList: '["me.jpg"]' })
  expect(removed).toMatchObject({ success: true, profPicURL: '' })
  expect(await statusOf(second.profPicURL)).toBe(404)
})

test('a picture that is none is refused with a sentence', async () => {
  const person = await provenPerson()
  const answer = await person.asks(updateMyInfo, { imagefile0: upload('<svg/>') })
  expect(answer).toMatchObject({
    status: 400,
    body: { message: 'JPG나 PNG 파일인지 확인해 주세요.', field: 'imagefile0' },
  })
})

test('a new password has 8 to 15 characters, and the empty one changes nothing', async () => {
  const person = await provenPerson()
  for (const password of ['1234567', '가'.repeat(16)])
    expect(await person.asks(updateMyInfo, { password })).toMatchObject({
      status: 400,
      body: { message: '비밀번호를 8~15자로 입력해 주세요.' },
    })
  expect(await person.does(updateMyInfo, { password: '' })).toMatchObject({ success: true })
  await signedIn(node.url, person.email)
})

test('a new password ends every other session and keeps this one', async () => {
  const person = await provenPerson()
  const others = [await signedIn(node.url, person.email), await signedIn(node.url, person.email)]
  const bystander = await newPerson(node.url)

  await person.does(updateMyInfo, { password: '새 비밀번호 34' })

  for (const other of others) expect((await other.asks(getTopics, {})).status).toBe(401)
  await person.does(getTopics, {})
  await bystander.does(getTopics, {})
  const withOld = await call(node.url, signIn, { email: person.email, password: PASSWORD })
  expect(withOld.body).toEqual({ authenticated: false })
})

test('a sign-in with the old password that is under way while it changes does not survive', async () => {
  const person = await provenPerson()
  const [, ...signIns] = await Promise.all([
    person.does(updateMyInfo, { password: '새 비밀번호 56' }),
    ...Array.from({ length: 8 }, () => call(node.url, signIn, { email: person.email, password: PASSWORD })),
  ])
  for (const { body } of signIns)
    if (body.authenticated) expect((await call(node.url, getTopics, {}, body.authToken)).status).toBe(401)
})

test('registration still refuses what my-info would', async () => {
  const taken = await provenPerson()
  await taken.does(updateMyInfo, { mobile: '010-3131-4141' })
  const answer = await call(node.url, register, {
    email: 'late@example.com',
    username: '늦은 사람',
    mobile: '010-3131-4141',
    password: PASSWORD,
    profPicFile: upload(await picture('jpeg')),
  })
  expect(answer.body).toMatchObject({ success: false, mobileMsg: '이미 등록한 휴대폰 번호예요.' })
})

test.each<[string, (happening: () => Promise<unknown>) => Promise<void>]>([
  ['its password was hashed', happening => runBefore(node.app.context.passwords, 'hash', happening)],
  ['it was saved', happening => runBefore(node.app.context.stores.users, 'change', happening)],
])(
  'who knew the password before it was changed changes nothing, when that was before %s',
  async (_, step) => {
    const thief = await provenPerson()
    const owner = await signedIn(node.url, thief.email)
    await owner.does(requestMyInfo, { email: owner.email, password: PASSWORD })
    const changed = step(() => owner.does(updateMyInfo, { password: 'owner 9876' }))
    const late = await thief.asks(updateMyInfo, { password: 'stolen 1234', mobile: '010-6666-0000' })
    await changed
    expect(late).toMatchObject({ status: 401 })
    expect(await owner.does(updateMyInfo, {})).toMatchObject({ success: false })
    const signInWith = (password: string) => call(node.url, signIn, { email: owner.email, password })
    expect((await signInWith('stolen 1234')).body).toMatchObject({ authenticated: false })
    expect((await signInWith('owner 9876')).body).toMatchObject({ authenticated: true })
    const step2 = await owner.does(requestMyInfo, { email: owner.email, password: 'owner 9876' })
    expect(step2).toMatchObject({ authenticated: true, mobile: '' })
  },
)
