variable "name" {
  description = "of the bucket"
  type        = string
}

resource "aws_s3_bucket" "pictures" {
  bucket = var.name
}

output "address" {
  description = "where pictures are fetched from"
  value       = aws_s3_bucket.pictures.bucket_regional_domain_name
}
