import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { dispatchTransfer, type TransferFile } from './dataTransfer.ts'
import { delayRequests } from './delays.ts'
import {
  bodyField,
  fetchNoteText,
  openNewNote,
  save,
  savedMessage,
  saveWithTitle,
  storedTexts,
  titleField,
} from './editor.ts'
import { DESKTOP, expect, test } from './fixtures.ts'
import { createPng, expectPicturesLoaded, hugeFile, phonePhoto, textFile } from './pictures.ts'

/**
 * Pictures in notes: they show at once and upload in the background, and no note is saved without a picture that it
 * shows.
 */

const UPLOAD = '**/api/picture/upload'
const UPLOADED = /!\[그림 설명\]\(\/pictures\/[\da-f]{32}#\d+x\d+\)/
const PENDING = /!\[그림 설명\]\(upload:[\da-f-]{36}\)/

const pictures = (page: Page) => page.locator('.writing__rendered img')
const cancelButton = (page: Page) => page.getByRole('button', { name: ko['notePictures.stop'] })
const retryButton = (page: Page) => page.getByRole('button', { name: ko['notePictures.again'] })

/** Chooses files as in the file dialog of the toolbar. */
const choose = (page: Page, ...files: TransferFile[]) =>
  page.locator('.writing input[type=file]').setInputFiles(files)

test('a chosen photo shows at once, uploads, and appears for readers', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const release = await delayRequests(page, UPLOAD)
  await bodyField(page).fill('산에 갔다')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: ko['notes.toolPicture'] }).click()
  await (await choosing).setFiles(await phonePhoto())
  await expect(bodyField(page)).toHaveValue(new RegExp(`^산에 갔다\\n\\n${PENDING.source}$`))
  await expectPicturesLoaded(pictures(page), 1)
  await expect(page.getByText(/^그림 올리는 중 \d+%$/)).toBeVisible()
  await expect(page.locator('.highlight__picture')).toHaveText(new RegExp(`^${PENDING.source}$`))
  // The description is selected, so that typing replaces it during the upload.
  await page.keyboard.insertText('정상')

  release()
  await expect(bodyField(page)).toHaveValue(
    /\n\n!\[정상\]\(\/pictures\/[\da-f]{32}#600x1600\)$|\n\n!\[정상\]\(\/pictures\/[\da-f]{32}#450x1200\)$/,
  )
  await expect(page.getByText(/^그림 올리는 중/)).toBeHidden()
  await expect(page.locator('.highlight__picture')).toHaveCount(0)
  await page.keyboard.insertText('에서')
  await expect(bodyField(page)).toHaveValue(/!\[정상에서\]/)

  await saveWithTitle(page, '산')
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await page.getByRole('main').getByRole('link', { name: /산/ }).first().click()
  const image = page.getByRole('article').getByAltText('정상에서')
  await expect(image).toHaveAttribute('width', '450')
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(450)
})

test('pictures upload in order, are undone, rejected and cancelled @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyField(page).fill('앞')
  await bodyField(page).press('Control+End')
  await dispatchTransfer(page, 'paste', { files: [await createPng('red'), await createPng('blue')] })
  await expect(bodyField(page)).toHaveValue(
    new RegExp(`^앞\\n\\n${UPLOADED.source}\\n\\n${UPLOADED.source}$`),
  )
  await expectPicturesLoaded(pictures(page), 2)
  await dispatchTransfer(page, 'drop', { files: [await createPng('green')] })
  await expect(bodyField(page)).toHaveValue(new RegExp(`(?:${UPLOADED.source}\\s*){3}`))

  for (let undone = 0; undone < 12; undone += 1) await bodyField(page).press('Control+z')
  await expect(bodyField(page)).toHaveValue(/^앞?$/)

  await test.step('unsupported and oversized files are reported and leave no trace', async () => {
    await bodyField(page).fill('')
    await choose(page, textFile)
    await expect(
      page.getByText(`‘${textFile.name}’ 그림을 넣지 못했어요. ${ko['notePictures.type']}`),
    ).toBeVisible()
    await choose(page, hugeFile)
    await expect(page.getByText(new RegExp(`‘${hugeFile.name}’ 그림을 넣지 못했어요`))).toBeVisible()
    await expect(bodyField(page)).toHaveValue('')
  })
  await test.step('a cancelled upload disappears from the text', async () => {
    await delayRequests(page, UPLOAD)
    await bodyField(page).fill('앞')
    await bodyField(page).press('Control+End')
    await choose(page, await createPng('red'), await createPng('blue'))
    await expect(bodyField(page)).toHaveValue(PENDING)
    await cancelButton(page).click()
    await expect(bodyField(page)).not.toHaveValue(/upload:/)
    await expect(cancelButton(page)).toBeHidden()
    await saveWithTitle(page, '그림 없이')
    expect(await fetchNoteText(page)).not.toContain('upload:')
  })
})

test('uploads are retried, and a save waits for them', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.route(UPLOAD, route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await choose(page, await createPng('red'))
  await expect(page.getByText('올리지 못한 그림 1개')).toBeVisible()
  await expect(bodyField(page)).toHaveValue(PENDING)

  // The response is lost after the server has stored the picture.
  await page.route(
    UPLOAD,
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await retryButton(page).click()
  await expect(page.getByText('올리지 못한 그림 1개')).toBeVisible()
  await retryButton(page).click()
  await expect(bodyField(page)).toHaveValue(UPLOADED)
  await expectPicturesLoaded(pictures(page), 1)

  await test.step('a save waits for the uploads, says so, and stores no note with a missing picture', async () => {
    const release = await delayRequests(page, UPLOAD)
    await bodyField(page).fill('')
    await choose(page, await createPng('red'))
    await expect(bodyField(page)).toHaveValue(PENDING)
    await titleField(page).fill('기다리는 저장')
    await save(page)
    await expect(page.getByText(ko['notePictures.savesThen'])).toBeVisible()
    await expect(savedMessage(page)).toHaveCount(0)
    release()
    await expect(savedMessage(page)).toBeVisible()
    await expect(bodyField(page)).toHaveValue(UPLOADED)
    expect(await fetchNoteText(page)).toMatch(UPLOADED)
    // The message shows that nothing is unsaved.
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeHidden()
  })
})

test('a picture added offline or pending at a reload uploads later', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const url = page.url()
  await bodyField(page).fill('역에서')
  await expect(page.locator('.writing__rendered')).toHaveText('역에서')
  await page.context().setOffline(true)
  await choose(page, await createPng('red'))
  await expect(bodyField(page)).toHaveValue(PENDING)
  await expectPicturesLoaded(pictures(page), 1)
  await expect.poll(() => storedTexts(page)).toEqual([expect.stringMatching(PENDING)])
  await page.context().setOffline(false)
  await expect(bodyField(page)).toHaveValue(UPLOADED)

  const release = await delayRequests(page, UPLOAD)
  await bodyField(page).press('Control+End')
  await choose(page, await createPng('blue'))
  // Not the earlier text, in which the first picture was pending.
  const both = new RegExp(`${UPLOADED.source}\\s+${PENDING.source}`)
  await expect.poll(() => storedTexts(page)).toEqual([expect.stringMatching(both)])
  await page.reload()
  await expect(bodyField(page)).toHaveValue(PENDING)
  release()
  await expect(bodyField(page)).not.toHaveValue(/upload:/)
  await expectPicturesLoaded(pictures(page), 2)
  await saveWithTitle(page, '다시 열어도')
  expect((await fetchNoteText(page)).match(/\/pictures\//g)).toHaveLength(2)

  await test.step('after a save, an undo of the address and a reload it is inserted again', async () => {
    await bodyField(page).press('Control+z')
    await expect(bodyField(page)).toHaveValue(PENDING)
    await expect.poll(() => storedTexts(page)).toEqual([expect.stringMatching(PENDING)])
    await page.reload()
    await expect(bodyField(page)).toHaveValue(UPLOADED)
    await expect(bodyField(page)).not.toHaveValue(/upload:/)
    await expectPicturesLoaded(pictures(page), 2)
  })

  await test.step('a note saved offline is sent with its pictures in the background', async () => {
    await page.goto(url)
    await titleField(page).fill('나중에 가는 그림')
    // Cache the list on this device before going offline.
    await saveWithTitle(page, '나중에 가는 그림')
    await page.context().setOffline(true)
    await bodyField(page).click()
    await choose(page, await createPng('red'))
    await expect(bodyField(page)).toHaveValue(PENDING)
    await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
    await expect(page).toHaveURL(/notelist/)
    await page.context().setOffline(false)
    const sentToast = page.getByText('담아 두었던 ‘나중에 가는 그림’ 노트를 보냈어요.')
    await expect(sentToast).toHaveCount(1)
    await page
      .getByRole('main')
      .getByRole('link', { name: /나중에 가는 그림/ })
      .first()
      .click()
    const image = page.getByRole('article').getByAltText('그림 설명')
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(80)
  })
})
