import { PICTURE_PIXELS } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { hugeFile, inspectPicture, phonePhoto, textFile } from './pictures.ts'
import { fillSignUp, newVisitor, openFromMenu, signIn } from './steps.ts'

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
  await expectAccessible(page)
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

test('terms and privacy policy expand, and can be reloaded after a failure @long', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, 1440)
  await openFromMenu(page, ko['shell.signUp'])
  await page.getByText(ko['shell.terms'], { exact: true }).click()
  const terms = page.getByRole('region', { name: ko['shell.terms'] })
  await expect(terms.getByText('제1조 (목적)')).toBeVisible()
  await expect(terms.locator('strong', { hasText: '제1조 (목적)' })).toBeVisible()

  const address = '**/api/user/getprivacypolicy'
  await page.route(address, route => route.abort())
  await page.getByText(ko['shell.privacy'], { exact: true }).click()
  await expect(page.getByText(ko['accounts.policyEmpty'])).toBeVisible({ timeout: 15_000 })
  await page.unroute(address)
  await page.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByRole('region', { name: ko['shell.privacy'] })).toBeVisible()
  await expectAccessible(page)
})
