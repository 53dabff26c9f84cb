import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { fromBufferPromise } from 'yauzl'
import { paths } from '#client/paths.ts'
import { register } from '#protocol/accounts.ts'
import { requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { newUser, PASSWORD, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, PHONE, test } from './fixtures.ts'
import { createPng, inspectPicture } from './pictures.ts'
import { reauthDialog } from './sessions.ts'
import { enterPassword, isBelowBottomBar, newHub, newMobile, newVisitor, submitSignIn } from './steps.ts'

const update = (page: Page) => page.getByRole('button', { name: ko['myInfo.update'] }).click()

test('my info requires the password and can be changed', async ({ site, openAs }) => {
  const othersMobile = newMobile()
  await call(site.url, register, { ...newVisitor('번호주인'), mobile: othersMobile, password: PASSWORD })
  const user = await newUser(site.url, '바꾸는사람')
  const page = await openAs(user, 1440, paths.friends)
  await page.getByRole('link', { name: user.name }).click()
  await expect(page).toHaveURL(/\/user\/myinfo$/)

  const current = page.getByLabel(ko['myInfo.currentPassword'])
  await current.fill('wrong password')
  await page.keyboard.press('Enter')
  await expect(page.getByText(ko['accounts.checkPassword'])).toBeVisible()
  await current.fill(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(page.getByLabel(ko['accounts.email'], { exact: true })).toHaveValue(user.email)
  await expect(page.getByLabel(ko['accounts.email'], { exact: true })).not.toBeEditable()
  await expect(page.getByLabel(ko['accounts.username'], { exact: true })).not.toBeEditable()
  const mobile = page.getByLabel(ko['accounts.mobile'])
  await mobile.fill(`+82 ${othersMobile.slice(1)}`)
  await update(page)
  await expect(page.getByText(ko['accounts.mobileTaken'])).toBeVisible()
  await expect(mobile).toBeFocused()

  await mobile.fill(newMobile())
  await page.locator('input[type=file]').setInputFiles(await createPng('blue'))
  await page.getByLabel(ko['myInfo.newPassword'], { exact: true }).fill('짧다')
  await page.getByLabel(ko['myInfo.newPasswordConfirm']).fill('다르다')
  await update(page)
  await expect(page.getByText(ko['accounts.newPasswordLength'])).toBeVisible()
  await expect(page.getByText(ko['accounts.passwordMismatch'])).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(ko['myInfo.newPassword'], { exact: true }).fill('')
  await page.getByLabel(ko['myInfo.newPasswordConfirm']).fill('')
  await update(page)
  await expect(page.getByText(ko['myInfo.updated'])).toBeVisible()
  const picture = page.getByRole('group', { name: ko['accounts.picture'] }).locator('img')
  await expect(picture).not.toHaveAttribute('src', /^blob:/)
  const served = await page.request.get((await picture.getAttribute('src')) ?? '')
  expect(await inspectPicture(await served.body())).toMatchObject({ upper: 'blue', lower: 'blue' })

  // Another device changes the number meanwhile.
  const newerMobile = newMobile()
  await user.call(updateMyInfo, { mobile: newerMobile })
  await page.getByRole('button', { name: ko['accounts.pictureRemove'] }).click()
  await update(page)
  await expect(page.getByText(ko['myInfo.updated'])).toBeVisible()
  await expect(mobile).toHaveValue(newerMobile)
  await page.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(page).toHaveURL(/\/friends$/)
  await expect(page.getByRole('link', { name: user.name })).toBeVisible()
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)

  await test.step('a new profile picture is saved while it is still being resized, and appears at once among the friends', async () => {
    await page.getByRole('link', { name: user.name }).click()
    await enterPassword(page, PASSWORD)
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: '글.txt', mimeType: 'text/plain', buffer: Buffer.from('글') })
    await expect(page.getByText(ko['accounts.pictureType'])).toBeVisible()
    // A rejected picture does not block the form.
    await update(page)
    await expect(page.getByText(ko['myInfo.updated'])).toBeVisible()

    // Like a large photo on a slow phone.
    await page.evaluate(() => {
      const make = createImageBitmap
      const resized = new Promise(resolve => addEventListener('made', resolve))
      window.createImageBitmap = async (image: ImageBitmapSource) => resized.then(() => make(image))
    })
    await file.setInputFiles(await createPng('green'))
    await update(page)
    await expect(page.getByRole('button', { name: ko['myInfo.update'] })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    // Text typed during the save is saved by the next one.
    const typed = newMobile()
    await mobile.fill(typed)
    await page.evaluate(() => dispatchEvent(new Event('made')))
    const picture = page.getByRole('group', { name: ko['accounts.picture'] }).locator('img')
    await expect(picture).toHaveAttribute('src', /^\//)
    await expect(page.getByText(ko['myInfo.updated'])).toBeHidden()
    await expect(mobile).toHaveValue(typed)
    await update(page)
    await expect(page.getByText(ko['myInfo.updated'])).toBeVisible()
    const address = (await picture.getAttribute('src')) ?? ''
    await page.locator(`.header__menu a[href="${paths.friends}"]`).click()
    await expect(page.locator('.me-row img')).toHaveAttribute('src', address)
    expect(await user.call(requestMyInfo, { email: user.email, password: PASSWORD })).toMatchObject({
      mobile: typed,
    })
  })
})

test('a new profile picture appears at once in a room that was open before', async ({ site, openAs }) => {
  const [user, , hubNo] = await newHub(site)
  const page = await openAs(user, 1440, paths.discussion(hubNo))
  const members = page.getByRole('button', { name: ko['discussion.membersPending'] })
  await expect(members).toBeVisible()
  await page.locator(`a[href="${paths.myInfo}"]`).filter({ visible: true }).first().click()
  await enterPassword(page, PASSWORD)
  await page.locator('input[type=file]').setInputFiles(await createPng('green'))
  await update(page)
  const picture = page.getByRole('group', { name: ko['accounts.picture'] }).locator('img')
  await expect(picture).toHaveAttribute('src', /^\/pictures/)
  const address = (await picture.getAttribute('src')) ?? ''
  await page.goBack()
  await members.click()
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: user.name })
  await expect(row.locator('img')).toHaveAttribute('src', address)
})

test('My information is as wide as a small window, also with large text', async ({ site, openAs }) => {
  const user = await newUser(site.url, '작은화면')
  const page = await openAs(user, PHONE, paths.myInfo)
  const devtools = await page.context().newCDPSession(page)
  for (const standard of [16, 32]) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
    await page.reload()
    await enterPassword(page, PASSWORD)
    await expect(page.getByLabel(ko['feeds.address'])).toBeVisible()
    for (const width of [320, PHONE, 600]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(overflow, `${width} px, ${standard} px letters`).toBeLessThanOrEqual(0)
    }
  }
})

test('a user exports all their data and deletes the account', async ({ site, openAs }) => {
  const user = await newUser(site.url, '떠나는사람')
  await writeNote(user, '첫날', '# 오늘\n100% 맑음')
  const page = await openAs(user, 390, paths.myInfo)
  await enterPassword(page, PASSWORD)
  await expect(page.getByRole('heading', { name: ko['myInfo.title'] })).toBeFocused()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: ko['myInfo.dataExportDownload'] }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('geulmaru.zip')
  const files = await unzip(await buffer(await download.createReadStream()))
  expect([...files.keys()].sort()).toEqual(['data.json', '주제/', '주제/첫날.md'])
  expect(files.get('주제/첫날.md')).toContain('100% 맑음')
  expect(JSON.parse(files.get('data.json') ?? '')).toMatchObject({ profile: { email: user.email } })
  await expect(page.getByText(ko['myInfo.dataExportDone'])).toBeVisible()

  await page.getByRole('button', { name: ko['myInfo.deleteAccount'] }).click()
  await expect(page.getByText(ko['myInfo.deleteAccountQuestion'])).toBeVisible()
  await expect.poll(() => isBelowBottomBar(page, ko['myInfo.deleteAccountNow'])).toBe(false)
  await expect(page.getByText(ko['myInfo.staysContributions'])).toBeVisible()
  await page.getByLabel(ko['myInfo.takeContributions']).check()
  await expect(page.getByText(ko['myInfo.staysContributions'])).toBeHidden()
  await expect(page.getByText(ko['myInfo.goesContributions'], { exact: true })).toBeVisible()
  await expect(page.getByText(ko['myInfo.staysWrittenTogether'])).toBeVisible()
  await expectAccessible(page)
  const panel = page.getByRole('form', { name: ko['myInfo.deleteAccountQuestion'] })
  const password = panel.getByLabel(ko['myInfo.currentPassword'])
  await password.fill('wrong password')
  await panel.getByRole('button', { name: ko['myInfo.deleteAccountNow'] }).click()
  await expect(panel.getByText(ko['accounts.checkPassword'])).toBeVisible()
  await password.fill(PASSWORD)
  await panel.getByRole('button', { name: ko['myInfo.deleteAccountNow'] }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByText(ko['myInfo.accountDeleted'])).toBeVisible()
  await expect(reauthDialog(page)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull()

  await page.goto('/user/signin')
  await submitSignIn(page, user.email, PASSWORD)
  await expect(page.getByText(ko['accounts.checkEmail'])).toBeVisible()
})

/** Returns the texts of the files in an archive by name. */
async function unzip(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const zip = await fromBufferPromise(archive)
  for await (const entry of zip.eachEntry()) {
    const content = entry.fileName.endsWith('/') ? '' : await buffer(await zip.openReadStreamPromise(entry))
    files.set(entry.fileName, content.toString())
  }
  return files
}
