import { paths } from '#client/paths.ts'
import { PICTURE_PIXELS } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { hugeFile, inspectPicture, phonePhoto, textFile } from './pictures.ts'
import { fillSignUp, newVisitor, openFromMenu, signIn } from './steps.ts'

test('sign-up shows errors at once, and moves no box under the pointer', async ({ site, openPage }) => {
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

  await test.step('an invalid field scrolls below the header with its label, and shows its rule before the error', async () => {
    await page.goto(paths.signUp)
    const field = page.getByLabel(ko['accounts.username'], { exact: true })
    await expect(field).toHaveAccessibleDescription(ko['accounts.usernameHint'])
    await expect(page.getByLabel(ko['accounts.mobile'])).toHaveAccessibleDescription(
      ko['accounts.mobileHint'],
    )
    await fillSignUp(page, { ...newVisitor('짧은이름'), username: '짧다' })
    await page.getByRole('button', { name: ko['accounts.submitSignUp'] }).click()
    await expect(field).toBeFocused()
    const label = await page.getByText(ko['accounts.username'], { exact: true }).boundingBox()
    const header = await page.getByRole('banner').boundingBox()
    expect(label?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? Number.NaN))
    await expect(page.getByText(ko['accounts.usernameShort'])).toBeInViewport({ ratio: 1 })
  })
})

test('the sign-in suggests e-mail domains and leads to the wanted screen', async ({ site, openPage }) => {
  const user = await newUser(site.url)
  const page = await openPage(site.url, DESKTOP, `${paths.topics}#part`)
  await expect(page).toHaveURL(/\/home$/)
  // The screen explains to a visitor who followed a link why it asks for a sign-in.
  const message = page.getByRole('status').filter({ hasText: ko['shell.wantedKept'] })
  await expect(message).toBeVisible()
  await openFromMenu(page, ko['shell.signIn'])
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
  await expect(page).toHaveURL(/\/topics#part$/)

  await page.reload()
  await expect(page.getByRole('heading', { name: ko['topics.title'] })).toBeVisible()
})

test('the sign-in shows the typed password, and links to sign-up and reset', async ({ site, openPage }) => {
  const page = await openPage(site.url, PHONE, paths.signIn)
  const main = page.getByRole('main')
  const password = page.getByLabel(ko['accounts.password'], { exact: true })
  const reveal = page.getByRole('button', { name: ko['accounts.reveal'] })
  await password.fill('여기 있어요')
  await expect(password).toHaveAttribute('type', 'password')
  await reveal.click()
  await expect(reveal).toHaveAttribute('aria-pressed', 'true')
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('여기 있어요')
  await reveal.click()
  await expect(password).toHaveAttribute('type', 'password')

  await test.step('the button stays in view above the keyboard', async () => {
    await page.setViewportSize({ width: PHONE, height: 508 })
    await page.getByLabel(ko['accounts.email'], { exact: true }).focus()
    await expect(main.getByRole('button', { name: ko['accounts.signIn'], exact: true })).toBeInViewport({
      ratio: 1,
    })
  })
  await main.getByRole('link', { name: ko['accounts.forgotPassword'] }).click()
  await main.getByRole('link', { name: ko['accounts.signUp'] }).click()
  await main.getByRole('link', { name: ko['accounts.haveAccount'] }).click()
  await expect(page).toHaveURL(paths.signIn)
})

test('the home starts at its top after a sign-in at the end of its screen', async ({ site, openPage }) => {
  const user = await newUser(site.url)
  const page = await openPage(site.url, DESKTOP, paths.signIn)
  await page.setViewportSize({ width: 844, height: 390 })
  await page.getByLabel(ko['accounts.email'], { exact: true }).fill(user.email)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: ko['accounts.signIn'], exact: true }).click()
  await expect(page).toHaveURL(paths.home)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a picture is validated, previewed, removed and stored upright', async ({ site, openPage }) => {
  const page = await openPage(site.url, 390)
  const visitor = newVisitor('사진있는사람')
  await openFromMenu(page, ko['shell.signUp'])
  await fillSignUp(page, visitor)
  const file = page.locator('input[type=file]')
  const preview = page.getByRole('group', { name: ko['accounts.picture'] }).locator('img')

  await file.setInputFiles(textFile)
  await expect(page.getByText(ko['accounts.pictureType'])).toBeVisible()
  await file.setInputFiles(hugeFile)
  await expect(page.getByText(ko['accounts.pictureTooLarge'])).toBeVisible()
  await expect(preview).toHaveCount(0)

  await file.setInputFiles(await phonePhoto())
  await expect(preview).toBeVisible()
  await expect(page.getByText(ko['accounts.pictureTooLarge'])).toBeHidden()
  // Resized before the upload.
  await expect(preview).toHaveJSProperty('naturalWidth', PICTURE_PIXELS)
  await page.getByRole('button', { name: ko['accounts.pictureRemove'] }).click()
  await expect(preview).toHaveCount(0)
  await expect(page.getByRole('button', { name: ko['accounts.pictureChoose'] })).toBeFocused()

  await file.setInputFiles(await phonePhoto())
  await expect(preview).toBeVisible()
  await page.getByRole('button', { name: ko['accounts.submitSignUp'] }).click()
  await expect(page.getByText(ko['accounts.signUpDone'])).toBeVisible()
  // The sign-in form is prefilled.
  await page.getByRole('main').getByRole('link', { name: ko['accounts.toSignIn'] }).click()
  await expect(page.getByLabel(ko['accounts.email'], { exact: true })).toHaveValue(visitor.email)

  await signIn(page, visitor)
  await openFromMenu(page, ko['shell.friends'])
  const picture = page.getByRole('main').locator('img').first()
  const address = await picture.getAttribute('src')
  const served = await page.request.get(address ?? '')
  expect(await inspectPicture(await served.body())).toEqual({
    width: PICTURE_PIXELS,
    height: PICTURE_PIXELS,
    upper: 'red',
    lower: 'blue',
  })
})

test('terms and privacy expand, and can be reloaded @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, 1440)
  await openFromMenu(page, ko['shell.signUp'])
  await page.getByText(ko['shell.terms'], { exact: true }).click()
  const terms = page.getByRole('region', { name: ko['shell.terms'] })
  await expect(terms.getByRole('heading', { name: '제1조 (목적)' })).toBeVisible()

  const address = '**/api/user/getprivacypolicy'
  await page.route(address, route => route.abort())
  await page.getByText(ko['shell.privacy'], { exact: true }).click()
  await expect(page.getByText(ko['accounts.policyEmpty'])).toBeVisible({ timeout: 15_000 })
  await page.unroute(address)
  await page.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByRole('region', { name: ko['shell.privacy'] })).toBeVisible()
})
