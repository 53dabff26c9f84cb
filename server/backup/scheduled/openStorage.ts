import type { Logger } from 'pino'
import type { BackupPlace } from '#server/config.backup.ts'
import type { BackupStorage } from './backupStorage.ts'
import { createFolderStorage } from './folderStorage.ts'
import { createS3Storage } from './s3Storage.ts'

export const createStorage = (place: BackupPlace, log: Logger): BackupStorage =>
  'folder' in place ? createFolderStorage(place.folder, log) : createS3Storage(place.s3, log)
