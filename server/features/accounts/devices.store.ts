import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A browser in which somebody has signed in. */
export interface DeviceRecord {
  userNo: number
  /** Of the browser's cookie; another one for each user. */
  deviceHash: string
  /** Such as 'Chrome · Windows'; empty when unknown. */
  device: string
  /** A digest of the address of the last sign-in. */
  addressHash: string
  firstSeen: Date
  lastSeen: Date
}

const schema = defineSchema<DeviceRecord>('devices', {
  userNo: Number,
  deviceHash: String,
  device: String,
  addressHash: String,
  firstSeen: Date,
  lastSeen: Date,
})
schema.index({ userNo: 1, deviceHash: 1 }, { unique: true })

export function createDeviceStore(connection: Connection) {
  const devices = connection.model('Device', schema)
  return {
    /** Last seen first. */
    async ofUser(userNo: number): Promise<DeviceRecord[]> {
      const found = await devices.find({ userNo }, { _id: 0 }).lean<DeviceRecord[]>()
      return found.sort((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime())
    },
    /** Those beyond `max`, the longest unseen, are forgotten. */
    async remember({ firstSeen, ...seen }: DeviceRecord, max: number): Promise<void> {
      const { userNo, deviceHash } = seen
      await devices.updateOne(
        { userNo, deviceHash },
        { $set: seen, $setOnInsert: { firstSeen } },
        { upsert: true },
      )
      const tooOld = (await this.ofUser(userNo)).slice(max).map(device => device.deviceHash)
      if (tooOld.length > 0) await devices.deleteMany({ userNo, deviceHash: { $in: tooOld } })
    },
    /** All of a person's, or all but one. */
    async deleteOf(userNo: number, exceptHash?: string): Promise<void> {
      await devices.deleteMany({
        userNo,
        ...(exceptHash !== undefined && { deviceHash: { $ne: exceptHash } }),
      })
    },
  }
}

export type DeviceStore = ReturnType<typeof createDeviceStore>
