import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Schema } from 'mongoose'
import { connectMongo } from '#server/platform/mongo/connect.ts'

/**
 * The baseline: plain Express, and mongoose with one query, in its own process. Prints its address.
 */
const PAGE_BYTES = 2_000

const mongo = await connectMongo(process.env.MONGODB_URL ?? '')
const things = mongo.model(
  'Thing',
  new Schema({ no: Number, text: String }, { collection: 'bench_things', versionKey: false }).index({
    no: 1,
  }),
)
await things.createIndexes()
await things.create({ no: 1, text: 'x'.repeat(PAGE_BYTES) })

const page = { text: 'x'.repeat(PAGE_BYTES) }
const web = express()
web.use(express.json())
web.post('/constant', (_request, response) => void response.json(page))
web.post('/read', async (_request, response) => {
  response.json(await things.findOne({ no: 1 }, { _id: 0 }).lean())
})
web.post('/write', async (_request, response) => {
  await things.updateOne({ no: 1 }, { $set: { text: page.text } })
  response.json({ success: true })
})
const server = web.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
