# Where the shop runs, and where its pictures lie.

variable "region" {
  description = "where everything is made"
  type        = string
  default     = "eu-central-1"
}

locals {
  name = "shop-${var.region}"
}

provider "aws" {
  region = var.region
}

module "pictures" {
  source = "./pictures"
  name   = "${local.name}-pictures"
}

resource "aws_instance" "shop" {
  ami           = "ami-0c55b159cbfafe1f0"
  instance_type = "t3.micro"

  tags = {
    name     = local.name
    pictures = module.pictures.address
  }
}
