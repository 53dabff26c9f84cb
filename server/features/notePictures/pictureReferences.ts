import { pictureIdsIn } from '#protocol/pictureAddress.ts'

/** What notes, their versions and deleted notes are stored with, so that it is found which pictures stand in them. */
export interface WithPictureIds {
  /** Absent where there are none. */
  pictureIds?: string[]
}

/** To be stored with a text, by the same write. */
export function pictureIdsOf(text: string): WithPictureIds {
  const pictureIds = pictureIdsIn(text)
  return pictureIds.length === 0 ? {} : { pictureIds }
}
