import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openFromMenu } from './steps.ts'

const DESKTOP = 1440
const PHONE = 390

test('sign-up shows an error below each field, checks unique values on blur, and moves no box under the pointer', async ({
  site,
  openPage,
}) => {
  const user = await newUser(site.url)
  const page = await openPage(site.url, DESKTOP, paths.signUp)
  const email = page.getByLabel(ko['accounts.email'], { exact: true })
  const submit = page.getByRole('button', { name: ko['accounts.submitSignUp'] })
  await expect(submit).toBeDisabled()
  const passwords = [
    page.getByLabel(ko['accounts.password'], { exact: true }),
    page.getByLabel(ko['accounts.passwordConfirm']),
  ] as const
  await passwords[0].fill(PASSWORD)
  await passwords[1].fill('another one')
  const agree = page.getByLabel(ko['accounts.agree'])
  await agree.scrollIntoViewIfNeeded()
  const before = await agree.boundingBox()
  await agree.check()
  await expect(page.getByText(ko['accounts.passwordMismatch'])).toBeVisible()
  expect(await agree.boundingBox()).toEqual(before)

  await page.setViewportSize({ width: PHONE, height: 844 })
  for (const field of passwords) await field.fill('')
  await submit.click()
  await expect(page.getByText(ko['accounts.emailInvalid'])).toBeVisible()
  await expect(page.getByText(ko['accounts.usernameShort'])).toBeVisible()
  await expect(page.getByText(ko['accounts.passwordShort'])).toBeVisible()
  await expect(email).toBeFocused()

  await email.fill(user.email)
  await email.blur()
  await expect(page.getByText(ko['accounts.emailTaken'])).toBeVisible()
  await expectAccessible(page)
})

test('a wrong password shows both messages, and the right one leads to the requested address', async ({
  site,
  openPage,
}) => {
  const user = await newUser(site.url)
  const page = await openPage(site.url, DESKTOP, paths.topics)
  await expect(page).toHaveURL(/\/home$/)
  // The screen explains to a visitor who followed a link why it asks for a sign-in.
  const message = page.getByRole('status').filter({ hasText: ko['shell.wantedKept'] })
  await expect(message).toBeVisible()
  await openFromMenu(page, ko['shell.signIn'])
  const email = page.getByLabel(ko['accounts.email'], { exact: true })
  await email.fill('no address')
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill('wrong password')
  await page.keyboard.press('Enter')
  await expect(page.getByText(ko['accounts.emailInvalid'])).toBeVisible()
  await expect(email).toBeFocused()

  await email.fill(user.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(ko['accounts.checkEmail'])).toBeVisible()
  await expect(page.getByText(ko['accounts.checkPassword'])).toBeVisible()

  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/topics$/)

  await page.reload()
  await expect(page.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
})

test('the e-mail field suggests domains while the user types', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, paths.signIn)
  const email = page.getByLabel(ko['accounts.email'], { exact: true })

  await test.step('by keyboard and by pointer', async () => {
    const options = page.getByRole('option')
    await email.pressSequentially('minji')
    await expect(options).toHaveText(['minji@naver.com', 'minji@gmail.com', 'minji@daum.net'])
    await expectAccessible(page)

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(email).toHaveValue('minji@gmail.com')
    await expect(options).toHaveCount(0)
    await expect(page.getByText(ko['accounts.checkEmail'])).toBeHidden()

    await email.fill('minji@h')
    await options.click()
    await expect(email).toHaveValue('minji@hanmail.net')
    await expect(email).toBeFocused()
  })

  await test.step('a suggestion chosen during Hangul composition does not get the syllable appended', async () => {
    await email.fill('')
    await email.focus()
    const keyboard = await page.context().newCDPSession(page)
    for (const text of ['ㅁ', '미', '민'])
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 })
    await page.getByRole('option', { name: '민@naver.com' }).click()
    await expect(email).toHaveValue('민@naver.com')
  })
})

test('signing out leaves no data behind', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url), DESKTOP, paths.home)
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('link', { name: ko['shell.signIn'] }).first()).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL(/\/(home)?$/)
})
