import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A browser in which the user has signed in. */
interface DeviceRecord {
  userNo: number
  /** Keyed hash of the browser's cookie; differs by user. */
  deviceHash: string
  /** Such as 'Chrome · Windows'; empty if unknown. */
  device: string
  /** Keyed hash of the IP address of the last sign-in. */
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

export function createDeviceRepository(connection: Connection) {
  const devices = connection.model('Device', schema)
  return {
    /** Last seen first. */
    async findByUser(userNo: number): Promise<DeviceRecord[]> {
      const found = await devices.find({ userNo }, { _id: 0 }).lean<DeviceRecord[]>()
      return found.sort((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime())
    },
    /** Forgets the least recently seen devices beyond `max`. */
    async upsert({ firstSeen, ...seen }: DeviceRecord, max: number): Promise<void> {
      const { userNo, deviceHash } = seen
      await devices.updateOne(
        { userNo, deviceHash },
        { $set: seen, $setOnInsert: { firstSeen } },
        { upsert: true },
      )
      const surplusHashes = (await this.findByUser(userNo)).slice(max).map(device => device.deviceHash)
      if (surplusHashes.length > 0) await devices.deleteMany({ userNo, deviceHash: { $in: surplusHashes } })
    },
    /** Deletes all devices of the user, or all but one. */
    async deleteByUser(userNo: number, exceptHash?: string): Promise<void> {
      await devices.deleteMany({
        userNo,
        ...(exceptHash !== undefined && { deviceHash: { $ne: exceptHash } }),
      })
    },
  }
}
