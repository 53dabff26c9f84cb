import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import {
  bodyOf,
  DESKTOP,
  keptDrafts,
  openNewNote,
  save,
  saveAs,
  savedMessage,
  savedText,
  titleOf,
} from './editor.ts'
import { expect, test } from './fixtures.ts'
import { type HandedFile, hand } from './handing.ts'
import { holdBack } from './holding.ts'
import { drawing, expectDrawn, hugeFile, phonePhoto, textFile } from './pictures.ts'

/** Pictures in notes: they are there at once, go up by themselves, and no saved note is without one that it shows. */

const UPLOAD = '**/api/picture/upload'
const UP = /!\[그림 설명\]\(\/pictures\/[\da-f]{32}#\d+x\d+\)/
const WAITING = /!\[그림 설명\]\(upload:[\da-f-]{36}\)/

const shown = (page: Page) => page.locator('.writing__drawn img')
const stop = (page: Page) => page.getByRole('button', { name: ko['notePictures.stop'] })
const again = (page: Page) => page.getByRole('button', { name: ko['notePictures.again'] })

/** As the tool's own window answers. */
const choose = (page: Page, ...files: HandedFile[]) =>
  page.locator('.writing input[type=file]').setInputFiles(files)

test('a chosen photo is shown at once, asks for its description, goes up and is read by whoever opens the note', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const letGo = await holdBack(page, UPLOAD)
  await bodyOf(page).fill('산에 갔다')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: ko['notes.toolPicture'] }).click()
  await (await choosing).setFiles(await phonePhoto())
  await expect(bodyOf(page)).toHaveValue(new RegExp(`^산에 갔다\\n\\n${WAITING.source}$`))
  await expectDrawn(shown(page), 1)
  await expect(page.getByText(/^그림 올리는 중 \d+%$/)).toBeVisible()
  await expect(page.locator('.highlight__picture')).toHaveText(new RegExp(`^${WAITING.source}$`))
  // The description is selected, to be written over while it goes up.
  await page.keyboard.insertText('정상')

  letGo()
  await expect(bodyOf(page)).toHaveValue(
    /\n\n!\[정상\]\(\/pictures\/[\da-f]{32}#600x1600\)$|\n\n!\[정상\]\(\/pictures\/[\da-f]{32}#450x1200\)$/,
  )
  await expect(page.getByText(/^그림 올리는 중/)).toBeHidden()
  await expect(page.locator('.highlight__picture')).toHaveCount(0)
  await page.keyboard.insertText('에서')
  await expect(bodyOf(page)).toHaveValue(/!\[정상에서\]/)

  await saveAs(page, '산')
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await page.getByRole('main').getByRole('link', { name: /산/ }).first().click()
  const image = page.getByRole('article').getByAltText('정상에서')
  await expect(image).toHaveAttribute('width', '450')
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(450)
})

test('several that are pasted or dropped go up one after the other, and are undone as they came @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyOf(page).fill('앞')
  await bodyOf(page).press('Control+End')
  await hand(page, 'paste', { files: [await drawing('red'), await drawing('blue')] })
  await expect(bodyOf(page)).toHaveValue(new RegExp(`^앞\\n\\n${UP.source}\\n\\n${UP.source}$`))
  await expectDrawn(shown(page), 2)
  await hand(page, 'drop', { files: [await drawing('green')] })
  await expect(bodyOf(page)).toHaveValue(new RegExp(`(?:${UP.source}\\s*){3}`))

  for (let undone = 0; undone < 12; undone += 1) await bodyOf(page).press('Control+z')
  await expect(bodyOf(page)).toHaveValue(/^앞?$/)
})

test('what is given up goes from the text, and can be brought back @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await holdBack(page, UPLOAD)
  await bodyOf(page).fill('앞')
  await bodyOf(page).press('Control+End')
  await choose(page, await drawing('red'), await drawing('blue'))
  await expect(bodyOf(page)).toHaveValue(WAITING)
  await stop(page).click()
  await expect(bodyOf(page)).not.toHaveValue(/upload:/)
  await expect(stop(page)).toBeHidden()
  await saveAs(page, '그림 없이')
  expect(await savedText(page)).not.toContain('upload:')
})

test('a server that fails, and a line that is cut, are tried again', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.route(UPLOAD, route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await choose(page, await drawing('red'))
  await expect(page.getByText('올리지 못한 그림 1개')).toBeVisible()
  await expect(bodyOf(page)).toHaveValue(WAITING)

  // The answer is lost after the server has the picture.
  await page.route(
    UPLOAD,
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await again(page).click()
  await expect(page.getByText('올리지 못한 그림 1개')).toBeVisible()
  await again(page).click()
  await expect(bodyOf(page)).toHaveValue(UP)
  await expectDrawn(shown(page), 1)
})

test('a save waits for what goes up, says so, and saves no note with a hole in it', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const letGo = await holdBack(page, UPLOAD)
  await choose(page, await drawing('red'))
  await expect(bodyOf(page)).toHaveValue(WAITING)
  await titleOf(page).fill('기다리는 저장')
  await save(page)
  await expect(page.getByText(ko['notePictures.savesThen'])).toBeVisible()
  await expect(savedMessage(page)).toHaveCount(0)
  letGo()
  await expect(savedMessage(page)).toBeVisible()
  await expect(bodyOf(page)).toHaveValue(UP)
  expect(await savedText(page)).toMatch(UP)
  // The focus stayed where the writer was.
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeHidden()
})

test('what was put in without a line goes up when it is back, and so does what was left waiting', async ({
  site,
  openAs,
}) => {
  test.slow()
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyOf(page).fill('역에서')
  await expect(page.locator('.writing__drawn')).toHaveText('역에서')
  await page.context().setOffline(true)
  await choose(page, await drawing('red'))
  await expect(bodyOf(page)).toHaveValue(WAITING)
  await expectDrawn(shown(page), 1)
  await expect.poll(() => keptDrafts(page)).toEqual([expect.stringMatching(WAITING)])
  await page.context().setOffline(false)
  await expect(bodyOf(page)).toHaveValue(UP)

  const letGo = await holdBack(page, UPLOAD)
  await bodyOf(page).press('Control+End')
  await choose(page, await drawing('blue'))
  // Not the text of before, in which the first one waited.
  const both = new RegExp(`${UP.source}\\s+${WAITING.source}`)
  await expect.poll(() => keptDrafts(page)).toEqual([expect.stringMatching(both)])
  await page.reload()
  await expect(bodyOf(page)).toHaveValue(WAITING)
  await expect(page.getByText(ko['notes.draftFound'])).toBeVisible()
  letGo()
  await page.getByRole('button', { name: ko['notes.draftContinue'] }).click()
  await expect(bodyOf(page)).not.toHaveValue(/upload:/)
  await expectDrawn(shown(page), 2)
  await saveAs(page, '다시 열어도')
  expect((await savedText(page)).match(/\/pictures\//g)).toHaveLength(2)
})

test('saved without a line and left, a note is sent with its pictures by itself', async ({
  site,
  openAs,
}) => {
  test.slow()
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleOf(page).fill('나중에 가는 그림')
  // So that the list is on this device before the line is lost.
  await saveAs(page, '나중에 가는 그림')
  await page.context().setOffline(true)
  await bodyOf(page).click()
  await choose(page, await drawing('red'))
  await expect(bodyOf(page)).toHaveValue(WAITING)
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await expect(page).toHaveURL(/notelist/)
  await page.context().setOffline(false)
  const told = page.getByText('담아 두었던 ‘나중에 가는 그림’ 노트를 보냈어요.')
  await expect(told).toHaveCount(1)
  await page
    .getByRole('main')
    .getByRole('link', { name: /나중에 가는 그림/ })
    .first()
    .click()
  const image = page.getByRole('article').getByAltText('그림 설명')
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(80)
})

test('files that are no pictures, and too large ones, are told of and leave no trace @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await choose(page, textFile)
  await expect(
    page.getByText(`‘${textFile.name}’ 그림을 넣지 못했어요. ${ko['notePictures.type']}`),
  ).toBeVisible()
  await choose(page, hugeFile)
  await expect(page.getByText(new RegExp(`‘${hugeFile.name}’ 그림을 넣지 못했어요`))).toBeVisible()
  await expect(bodyOf(page)).toHaveValue('')
})
